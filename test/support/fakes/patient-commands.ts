/** The command timeout of stores in tests of other things: other work may hold the machine up. */
export const PATIENT_COMMANDS = { commandTimeoutMs: 15_000 } as const;
