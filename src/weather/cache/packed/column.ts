// One column of a forecast in as few bytes as it takes to get exactly the same numbers back. Providers state most values
// with no decimal or one, which a byte or two hold; a column of which one value does not fit is kept as it is.

interface Form {
  /** What the bytes begin with; never given another meaning, since packed forecasts outlive a process. */
  readonly code: number;
  readonly bytes: number;
  /** The greatest whole number it holds, and the least; the number beside that range stands for NaN. */
  readonly min: number;
  readonly max: number;
  readonly unknown: number;
  /** Values are held as so many times themselves. */
  readonly scale: number;
}

const BYTE = { bytes: 1, min: 0, max: 254, unknown: 255 };
const WORD = { bytes: 2, min: -32_767, max: 32_767, unknown: -32_768 };

/** The most compact first. */
const FORMS: readonly Form[] = [
  { code: 1, ...BYTE, scale: 1 },
  { code: 2, ...WORD, scale: 1 },
  { code: 3, ...WORD, scale: 10 },
  { code: 4, ...WORD, scale: 100 },
];

const AS_IT_IS = 0;
const FLOAT_BYTES = 4;

/** The longest that a column of so many values gets. */
export function packedColumnBytesMax(length: number): number {
  return 1 + length * FLOAT_BYTES;
}

/** Writes a column and returns where it ends. */
export function packColumn(column: Float32Array, into: DataView, offset: number): number {
  const form = FORMS.find((candidate) => fits(column, candidate));
  into.setUint8(offset, form?.code ?? AS_IT_IS);
  let at = offset + 1;
  for (const value of column) {
    if (form === undefined) {
      into.setFloat32(at, value, true);
    } else {
      const whole = Number.isNaN(value) ? form.unknown : Math.round(value * form.scale);
      if (form.bytes === 1) into.setUint8(at, whole);
      else into.setInt16(at, whole, true);
    }
    at += form?.bytes ?? FLOAT_BYTES;
  }
  return at;
}

/** Fills a column and returns where it ended in the bytes. Throws a RangeError for what was never packed. */
export function unpackColumn(column: Float32Array, from: DataView, offset: number): number {
  const code = from.getUint8(offset);
  const form = FORMS.find((candidate) => candidate.code === code);
  const start = offset + 1;
  if (form === undefined) {
    if (code !== AS_IT_IS) throw new RangeError(`there is no column of the form ${code}`);
    for (let i = 0; i < column.length; i += 1) column[i] = from.getFloat32(start + i * FLOAT_BYTES, true);
    return start + column.length * FLOAT_BYTES;
  }
  // A loop for each width: every warm call comes through here, and one loop for both takes three times as long.
  const { bytes, unknown, scale } = form;
  if (bytes === 1) {
    for (let i = 0; i < column.length; i += 1) {
      const whole = from.getUint8(start + i);
      column[i] = whole === unknown ? Number.NaN : whole;
    }
  } else {
    for (let i = 0; i < column.length; i += 1) {
      const whole = from.getInt16(start + i * 2, true);
      column[i] = whole === unknown ? Number.NaN : whole / scale;
    }
  }
  return start + column.length * bytes;
}

/** Whether the very same numbers come back, down to the sign of zero. */
function fits(column: Float32Array, { min, max, scale }: Form): boolean {
  return column.every((value) => {
    if (Number.isNaN(value)) return true;
    // "+ 0" turns -0, which would be lost, into a 0 that is not the value.
    const whole = Math.round(value * scale) + 0;
    return whole >= min && whole <= max && Object.is(Math.fround(whole / scale), value);
  });
}
