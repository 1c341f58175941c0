/** The JSON schema a careful author would write for such a value; a list's from its first entry. */
export function schemaOf(value: unknown): object {
  if (Array.isArray(value)) {
    return { type: "array", items: schemaOf(value[0]) };
  }
  if (typeof value === "object" && value !== null) {
    const properties = Object.entries(value).map(([name, member]) => [name, schemaOf(member)]);
    return { type: "object", properties: Object.fromEntries(properties) };
  }
  return { type: typeof value };
}
