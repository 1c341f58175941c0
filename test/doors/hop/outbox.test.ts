import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createOutbox } from "../../../src/doors/hop/outbox.ts";

/** An outbox whose messages stay on their way until `take` takes the oldest. */
function openOutbox() {
  const messages: (readonly string[])[] = [];
  const onTheirWay: (() => void)[] = [];
  let taken = 0;
  const outbox = createOutbox<string>({
    messageBytesMax: 10,
    send: (items, sent) => {
      messages.push(items);
      onTheirWay.push(sent);
    },
    onSent: () => (taken += 1),
  });
  const take = () => onTheirWay.shift()?.();
  return { ...outbox, messages, take, taken: () => taken };
}

describe("an outbox", () => {
  it("sends what a turn adds in one message, in order", async () => {
    const { add, messages } = openOutbox();
    for (const item of ["a", "b", "c"]) add(item, 1);
    expect(messages).toEqual([]);
    await turn();
    expect(messages).toEqual([["a", "b", "c"]]);
  });

  it("sends no message while another is on its way, and then what has gathered", async () => {
    const { add, messages, take } = openOutbox();
    add("a", 1);
    await turn();
    add("b", 1);
    await turn();
    add("c", 1);
    await turn();
    expect(messages).toEqual([["a"]]);
    take();
    await turn();
    expect(messages).toEqual([["a"], ["b", "c"]]);
    take();
    add("d", 1);
    await turn();
    expect(messages).toEqual([["a"], ["b", "c"], ["d"]]);
  });

  it("fills a message up to its bytes and not beyond", async () => {
    const { add, messages, take } = openOutbox();
    add("a", 4);
    add("b", 6);
    add("c", 1);
    await turn();
    take();
    await turn();
    expect(messages).toEqual([["a", "b"], ["c"]]);
  });

  it("sends an item that is larger than a message alone", async () => {
    const { add, messages, take } = openOutbox();
    add("large", 100);
    add("b", 1);
    await turn();
    take();
    await turn();
    expect(messages).toEqual([["large"], ["b"]]);
  });

  it("counts bytes until the connection has taken them, and says when it has", async () => {
    const { add, take, bytes, taken } = openOutbox();
    add("a", 7);
    add("b", 5);
    expect(bytes()).toBe(12);
    await turn();
    expect(bytes()).toBe(12);
    take();
    expect(bytes()).toBe(5);
    expect(taken()).toBe(1);
    await turn();
    take();
    expect(bytes()).toBe(0);
    expect(taken()).toBe(2);
  });
});
