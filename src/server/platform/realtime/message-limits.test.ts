import { expect, it } from 'vitest';
import { MessageLimits } from './message-limits.ts';

const bounds = {
  socket: { burst: 3, perSecond: 0 },
  user: { burst: 4, perSecond: 0 },
  process: { burst: 6, perSecond: 0 },
};

it('counts messages per socket, per user and per process (R-SEC-15)', () => {
  const limits = new MessageLimits(bounds);
  const [ana, anaToo, rui] = [
    limits.forSocket('ana'),
    limits.forSocket('ana'),
    limits.forSocket('rui'),
  ];
  expect([ana(3), ana(1)]).toEqual([null, 'own']);
  expect([anaToo(1), anaToo(1)]).toEqual([null, 'own']);
  expect([rui(2), rui(1)]).toEqual([null, 'process']);
});

it('keeps the count of a user who reconnects, until a pause (R-SEC-15)', () => {
  const limits = new MessageLimits({ ...bounds, socket: { burst: 9, perSecond: 0 } });
  expect(limits.forSocket('ana')(4)).toBeNull();
  limits.dropIdle();
  expect(limits.forSocket('ana')(1)).toBe('own');
});
