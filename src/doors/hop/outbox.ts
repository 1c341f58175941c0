// Collects what a turn of the event loop has to send over a stream, and sends it in one message.

interface OutboxOptions<Item> {
  /** Sends items in a message, and calls `sent` once the connection has taken it. */
  readonly send: (items: readonly Item[], sent: () => void) => void;
  /** How many bytes of items go into a message. One item goes even if it has more. */
  readonly messageBytesMax: number;
  /** Called each time a message was taken. */
  readonly onSent?: () => void;
}

export type Outbox<Item> = ReturnType<typeof createOutbox<Item>>;

/**
 * One message at a time is on its way: while the connection takes nothing, items gather here, where they can be counted. The
 * buffers of grpc-js would keep any number of them.
 */
export function createOutbox<Item>({ send, messageBytesMax, onSent = () => undefined }: OutboxOptions<Item>) {
  const items: Item[] = [];
  const sizes: number[] = [];
  let bytes = 0;
  let isSending = false;

  const sendMessage = () => {
    let count = 0;
    let messageBytes = 0;
    for (const size of sizes) {
      if (count > 0 && messageBytes + size > messageBytesMax) break;
      messageBytes += size;
      count += 1;
    }
    sizes.splice(0, count);
    send(items.splice(0, count), () => {
      bytes -= messageBytes;
      isSending = items.length > 0;
      if (isSending) setImmediate(sendMessage);
      onSent();
    });
  };

  return {
    /** `size` in bytes, roughly. */
    add(item: Item, size: number): void {
      items.push(item);
      sizes.push(size);
      bytes += size;
      if (isSending) return;
      isSending = true;
      // At the end of this turn, with whatever else the turn adds.
      setImmediate(sendMessage);
    },
    /** The bytes that the connection has not taken yet. */
    bytes: () => bytes,
  };
}
