import type { ColumnType } from 'kysely'

/** A jsonb column: read parsed, written by JSON.stringify, since the engines differ otherwise. */
export type Json<T> = ColumnType<T, string, string>
/** A jsonb column with a default. */
export type JsonFilled<T> = ColumnType<T, string | undefined, string>
/** A jsonb column that may be null. */
export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
/** A column that may be null. */
export type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>
/** An instant: ISO 8601 in UTC with milliseconds, on both engines, in both directions. */
export type Instant = string
