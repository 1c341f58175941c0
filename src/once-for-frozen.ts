/**
 * Makes once what follows from a frozen object: it stays as it is, and is frozen to say that it comes again. From any other
 * object it is made each time. What else `make` is given has to be the same whenever the object is.
 */
export function onceForFrozen<From extends object, Rest extends readonly unknown[], Made>(
  make: (from: From, ...rest: Rest) => Made,
): (from: From, ...rest: Rest) => Made {
  const made = new WeakMap<From, { readonly value: Made }>();
  return (from, ...rest) => {
    if (!Object.isFrozen(from)) return make(from, ...rest);
    const earlier = made.get(from);
    if (earlier !== undefined) return earlier.value;
    const value = make(from, ...rest);
    made.set(from, { value });
    return value;
  };
}
