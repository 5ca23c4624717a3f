/** Text typed while the palette opens, before its field has the focus. */
export type TypedAhead = {
  /** Returns the text and stops listening. */
  take: () => string;
};

/** Keeps what is typed from now on, until it is taken. */
export function listenAhead(): TypedAhead {
  let text = '';
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', press, true);
  return {
    take: () => {
      window.removeEventListener('keydown', press, true);
      return text;
    },
  };
}
