import { z } from 'zod'

/** A bigint id as a string: JSON numbers lose digits beyond 2^53. 18 digits always fit a bigint. */
export const id = z.string().regex(/^[1-9][0-9]{0,17}$/)

/** RFC 3339 with milliseconds, UTC. */
export const instant = z.string()

export const shortText = z.string().trim().max(200)
export const name = z.string().trim().min(1).max(100)

/** Page numbers count from 1. `sort` is a column name, with a leading `-` for descending. */
export const pageInput = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
  sort: z.string().max(40).optional(),
})

/**
 * A page of a list. `total` stops counting at 10,000: `totalCapped` then says that there are more, and the
 * screen shows "10,000+".
 */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.number().int(), totalCapped: z.boolean() })
}

/** A filter that takes one value or several: `state=online&state=offline`, or an array in JSON. */
export function oneOrMany<T extends z.ZodType<string>>(item: T) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(50).optional(),
  ) as unknown as z.ZodOptional<z.ZodArray<T>>
}

export const failedItem = z.object({ ip: z.string(), reason: z.string() })

/** The ids that a batch names: given one by one, never "all that match". */
export const ids = z.array(id).min(1).max(1000)

export const nothing = z.object({})
export const done = z.null()
