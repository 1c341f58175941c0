/** Which source is asked from now on. */
export interface SourceTransition {
  readonly kind: "preferred" | "failed_over" | "back";
  /** Undefined while all of them are left alone. */
  readonly source: string | undefined;
}

/**
 * Tells, from which sources are left alone, when another becomes the first to be asked: at the start `preferred`, then
 * `failed_over` to one behind it and `back` to the preferred one, once each.
 */
export function createSourceTransitions({
  names,
  onTransition,
}: {
  /** In order of preference. */
  readonly names: readonly string[];
  readonly onTransition: (transition: SourceTransition) => void;
}) {
  const [preferred] = names;
  const paused = new Set<string>();
  let asked = preferred;
  onTransition({ kind: "preferred", source: preferred });
  return ({ source, isPaused }: { readonly source: string; readonly isPaused: boolean }): void => {
    if (isPaused) paused.add(source);
    else paused.delete(source);
    const first = names.find((name) => !paused.has(name));
    if (first === asked) return;
    asked = first;
    onTransition({ kind: first === preferred ? "back" : "failed_over", source: first });
  };
}
