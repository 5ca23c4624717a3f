export const figures = {
  trials: {
    title: 'Pruebas terminadas',
    text: 'Pruebas que terminaron en el periodo, de la más reciente a la más antigua. Una prueba cuenta como convertida cuando la organización paga.',
    ended: 'Fin de la prueba',
    paid: 'Primer pago',
    unpaid: 'Ninguno',
    empty: 'No terminó ninguna prueba',
    emptyText: 'No terminó ninguna prueba en este periodo. Prueba con uno más largo.',
  },
  retention: {
    title: 'Retención neta de ingresos',
    text: 'Organizaciones que pagaban al inicio del periodo, con su MRR de entonces y el actual. No se incluyen clientes nuevos.',
    before: 'MRR inicial',
    now: 'MRR actual',
    empty: 'Sin clientes de pago al inicio',
    emptyText: 'Ninguna organización pagaba cuando empezó este periodo. Prueba con uno más corto.',
  },
  invoices: {
    title: 'Pagos fallidos',
    text: 'Facturas cuyo pago falló en el periodo, de la más reciente a la más antigua, y cuándo se pagaron después.',
    failed: 'Falló',
    paid: 'Pagada',
    unpaid: 'Sin pagar',
    amount: 'Monto pendiente',
    empty: 'No hay pagos fallidos',
    emptyText: 'No falló ningún pago en este periodo. Prueba con uno más largo.',
  },
};
