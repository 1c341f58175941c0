/** How a database names column types and table options. */
export interface ColumnTypes {
  readonly text: string;
  readonly integer: string;
  readonly boolean: string;
  readonly real: string;
  readonly bytes: string;
  /** A primary key that grows with each row written. */
  readonly sequence: string;
  /** The options of an ordinary table. */
  readonly plain: string;
  /** The options of a table that is only read by its primary key. */
  readonly keyed: string;
  /** The options of a keyed table whose counts grow: they leave room for new versions of a row. */
  readonly counted: string;
}

export const SQLITE_TYPES: ColumnTypes = {
  text: "TEXT",
  integer: "INTEGER",
  boolean: "INTEGER",
  real: "REAL",
  bytes: "BLOB",
  sequence: "INTEGER PRIMARY KEY AUTOINCREMENT",
  plain: "STRICT",
  keyed: "STRICT, WITHOUT ROWID",
  counted: "STRICT, WITHOUT ROWID",
};

export const POSTGRES_TYPES: ColumnTypes = {
  text: `text COLLATE "C"`,
  integer: "bigint",
  boolean: "boolean",
  real: "double precision",
  bytes: "bytea",
  sequence: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
  plain: "",
  keyed: "",
  counted: "WITH (fillfactor = 70)",
};
