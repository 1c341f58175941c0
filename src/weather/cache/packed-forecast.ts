// Packs a forecast into bytes, to cache a hundred thousand of them and to share them between replicas. Packed, it takes a
// third of the memory; unpacked, it has exactly the same numbers. All numbers are little-endian, whatever the machine.
//
//   0  version     uint8         12  startMs  float64
//   1  name bytes  uint8         20  the source's name, UTF-8
//   2  hours       uint16        ..  the columns in the order of COLUMN_BOUNDS, each as packColumn writes it
//   4  generatedAtMs  float64      then, if they are known, the earlier hours as another packed forecast
import { HOUR_MS } from "../../lib/time/clock.ts";
import { COLUMN_NAMES, columnsFrom, type HourlyWeather } from "../hourly-weather.ts";

/** Of the format above. */
export const PACKED_VERSION = 2;
const HEADER_BYTES = 20;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * How a column is written, in as few bytes as reproduce exactly the same numbers. Providers state most values with one
 * decimal or none, which fit one or two bytes. A column with a value that does not fit is written as floats.
 */
interface Form {
  /** The first byte of the column. Its meaning never changes, because packed forecasts outlive a process. */
  readonly code: number;
  readonly bytes: number;
  /** The smallest and largest whole number that it holds; `unknown`, next to that range, stands for NaN. */
  readonly min: number;
  readonly max: number;
  readonly unknown: number;
  /** Values are multiplied by this. */
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

export function packForecast(weather: HourlyWeather): Uint8Array {
  const packed = packHours(weather);
  if (weather.earlier === undefined) return packed;
  const earlier = packForecast(weather.earlier);
  const both = new Uint8Array(packed.byteLength + earlier.byteLength);
  both.set(packed);
  both.set(earlier, packed.byteLength);
  return both;
}

function packHours(weather: HourlyWeather): Uint8Array {
  const name = encoder.encode(weather.source);
  const bytesMax = HEADER_BYTES + name.length + COLUMN_NAMES.length * (1 + weather.hours * FLOAT_BYTES);
  const bytes = new Uint8Array(bytesMax);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, PACKED_VERSION);
  view.setUint8(1, name.length);
  view.setUint16(2, weather.hours, true);
  view.setFloat64(4, weather.generatedAtMs, true);
  view.setFloat64(12, weather.startMs, true);
  bytes.set(name, HEADER_BYTES);
  let end = HEADER_BYTES + name.length;
  for (const column of COLUMN_NAMES) end = packColumn(weather[column], view, end);
  // A copy, so that unused room is not cached.
  return bytes.slice(0, end);
}

/** Throws a RangeError for bytes that packForecast of this version did not write. */
export function unpackForecast(bytes: Uint8Array): HourlyWeather {
  const { weather, end } = unpackHours(bytes);
  if (end === bytes.byteLength) return weather;
  return { ...weather, earlier: unpackForecast(bytes.subarray(end)) };
}

function unpackHours(bytes: Uint8Array): { readonly weather: HourlyWeather; readonly end: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint8(0);
  if (version !== PACKED_VERSION) throw new RangeError(`packed by version ${version}, not ${PACKED_VERSION}`);
  const nameEnd = HEADER_BYTES + view.getUint8(1);
  const hours = view.getUint16(2, true);
  // One block of memory for all columns.
  const values = new Float32Array(COLUMN_NAMES.length * hours);
  let end = nameEnd;
  const columns = columnsFrom((_name, i) => {
    const column = values.subarray(i * hours, (i + 1) * hours);
    end = unpackColumn(column, view, end);
    return column;
  });
  const startMs = view.getFloat64(12, true);
  if (startMs % HOUR_MS !== 0) throw new RangeError("not a packed forecast");
  const source = decoder.decode(bytes.subarray(HEADER_BYTES, nameEnd));
  const generatedAtMs = view.getFloat64(4, true);
  return { weather: { source, generatedAtMs, startMs, hours, ...columns }, end };
}

/** Writes a column; returns the offset after it. */
function packColumn(column: Float32Array, into: DataView, offset: number): number {
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

/** Reads a column; returns the offset after it. Throws a RangeError for bytes that were never packed. */
function unpackColumn(column: Float32Array, from: DataView, offset: number): number {
  const code = from.getUint8(offset);
  const form = FORMS.find((candidate) => candidate.code === code);
  const start = offset + 1;
  if (form === undefined) {
    if (code !== AS_IT_IS) throw new RangeError(`there is no column of the form ${code}`);
    for (let i = 0; i < column.length; i += 1) column[i] = from.getFloat32(start + i * FLOAT_BYTES, true);
    return start + column.length * FLOAT_BYTES;
  }
  // A loop for each width, because one loop for both takes three times as long, and many calls run this.
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

/** Whether exactly the same numbers come back, including the sign of zero. */
function fits(column: Float32Array, { min, max, scale }: Form): boolean {
  return column.every((value) => {
    if (Number.isNaN(value)) return true;
    // "+ 0" turns -0 into 0, so that Object.is finds a difference: this form would lose the sign.
    const whole = Math.round(value * scale) + 0;
    return whole >= min && whole <= max && Object.is(Math.fround(whole / scale), value);
  });
}
