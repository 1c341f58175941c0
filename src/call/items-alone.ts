// Lists whose items fail alone, such as the bookings of a review: an item with a value that cannot be read gets an error of
// its own in the answer, and the other items are answered.
import { create, type DescField, type DescMethod, type Message } from "@bufbuild/protobuf";
import type { FieldViolation } from "../errors/fault.ts";

/** A list of a request whose items fail alone. Names as in the proto. */
export interface ItemsAlone {
  readonly list: string;
  /** The item's field by which the answer names it. Without it the caller could not tell whose error it is. */
  readonly id: string;
  /** Whether an item fails alone with a name that comes twice. Otherwise it refuses the request, like an unknown name. */
  readonly failAloneIfRepeated: boolean;
}

interface Split {
  /** They refuse the whole request. */
  readonly ofRequest: FieldViolation[];
  /** All others, with fields named as before. */
  readonly others: readonly FieldViolation[];
  /** By index, with fields named from the item on: `told.forecast_at`. */
  readonly ofItems: ReadonlyMap<number, readonly FieldViolation[]>;
}

const ITEM = /^(?<list>\w+)\[(?<index>\d+)\]\.(?<field>.+)$/;

/**
 * Which violations concern one item alone. An unknown name refuses the whole request, because a program that misspells a
 * name does so in every item.
 */
export function splitByItem(violations: readonly FieldViolation[], alone: ItemsAlone): Split {
  const ofRequest: FieldViolation[] = [];
  const others: FieldViolation[] = [];
  const ofItems = new Map<number, FieldViolation[]>();
  for (const violation of violations) {
    const at = ITEM.exec(violation.field)?.groups;
    if (at?.["list"] !== alone.list || at["field"] === alone.id || isOfNames(violation, alone)) {
      ofRequest.push(violation);
    } else {
      others.push(violation);
      ofItems.getOrInsert(Number(at["index"]), []).push({ ...violation, field: at["field"] ?? "" });
    }
  }
  return { ofRequest, others, ofItems };
}

/** Whether it concerns how the caller names fields rather than the value of one. */
function isOfNames({ reason, isRepeated }: FieldViolation, { failAloneIfRepeated }: ItemsAlone): boolean {
  return reason === "UNKNOWN_PARAMETER" || (isRepeated === true && !failAloneIfRepeated);
}

/**
 * A copy of a request whose items at these indexes have only their id. A core that does not know what could not be read of
 * them, because it is of an earlier version, then misses their required fields. It would otherwise judge them by what is left.
 */
export function withBareItems(
  { input }: DescMethod,
  message: Message,
  { list, id }: ItemsAlone,
  indexes: ReadonlySet<number>,
): Message {
  const { field, message: item } = listNamed(list, input.fields);
  const idField = item.fields.find(({ name }) => name === id);
  if (idField === undefined) throw new Error(`${item.typeName} has no field ${id}`);
  const items = (message as unknown as Record<string, readonly Message[]>)[field.localName] ?? [];
  const bare = items.map((whole, index) => {
    if (!indexes.has(index)) return whole;
    const value = (whole as unknown as Record<string, unknown>)[idField.localName];
    return create(item, { [idField.localName]: value });
  });
  return { ...message, [field.localName]: bare } as Message;
}

function listNamed(name: string, fields: readonly DescField[]) {
  const field = fields.find((each) => each.name === name);
  if (field?.fieldKind !== "list" || field.message === undefined)
    throw new Error(`no list of messages is named ${name}`);
  return { field, message: field.message };
}
