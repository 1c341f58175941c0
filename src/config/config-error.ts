/** A setting the service cannot start with. The message is one line that names it and says what it should be. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
