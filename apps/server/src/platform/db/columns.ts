import type { ColumnType } from 'kysely'

/** Ids are bigint, strings here and in JSON; instants are ISO 8601 strings in UTC (see pool.ts). */
export type Id = string
export type Instant = ColumnType<string, string | Date, string | Date>
export type GeneratedInstant = ColumnType<string, string | Date | undefined, string | Date>
type JsonObject = Record<string, unknown>
export type Json = ColumnType<JsonObject, string, string>
export type GeneratedJson = ColumnType<JsonObject, string | undefined, string>
export type NullableJson = ColumnType<JsonObject | null, string | null | undefined, string | null>
