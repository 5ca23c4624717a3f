import { useEffect, useEffectEvent } from 'react';

const channelName = 'identity-confirmed';

/** Tells the other tabs of this browser that its person has authenticated again. */
export function announceConfirmation() {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage(null);
  channel.close();
}

/** Continues when the person has authenticated again in another tab. */
export function useConfirmedElsewhere(onConfirm: () => void) {
  const confirmed = useEffectEvent(onConfirm);
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', () => confirmed());
    return () => channel.close();
  }, []);
}
