/**
 * What most of those who are asked say: as soon as more than half of them agree, otherwise when all have answered or failed.
 * One that was cut off from the others does not know that it is alone in what it says. Rejects where nobody answers.
 */
export async function mostTold(asked: readonly Promise<string>[]): Promise<string> {
  const times = new Map<string, number>();
  const agreed = Promise.withResolvers<string>();
  const noted = asked.map(async (answer) => {
    const text = await answer;
    const count = (times.get(text) ?? 0) + 1;
    times.set(text, count);
    if (count > asked.length / 2) agreed.resolve(text);
  });
  const settled = Promise.allSettled(noted).then((results) => {
    const [most] = [...times].toSorted(([, a], [, b]) => b - a);
    if (most !== undefined) return most[0];
    throw results.find((result) => result.status === "rejected")?.reason;
  });
  return Promise.race([agreed.promise, settled]);
}
