/** What the service says of itself at its operations port. */
export interface ServiceMetrics {
  /** Sum of every series of that name with these labels in its braces, in this order. */
  sum(name: string, labels?: string): number;
}

export async function readMetrics(opsPort: number): Promise<ServiceMetrics> {
  const response = await fetch(`http://127.0.0.1:${opsPort}/metrics`);
  const lines = (await response.text()).split("\n");
  return {
    sum: (name, labels = "") =>
      lines
        .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
        .filter((line) => line.includes(labels))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0),
  };
}
