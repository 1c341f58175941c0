/** How long a store may wait for a command where a test is not about that: other work may hold the machine up. */
export const PATIENT_COMMANDS = { commandTimeoutMs: 15_000 } as const;
