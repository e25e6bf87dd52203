import { z } from 'zod'
import { settingFields } from './gateway-setting-values.ts'
import { parameterTypes } from './parameter-types.ts'
import { maxPlaces, settingBands, templateSettingSections } from './template-settings.ts'

const path = z
  .string()
  .trim()
  .max(256)
  .regex(/^(?:InternetGateway)?Device\.[^\s{}]*[^\s{}.]$/)
  .meta({ examples: ['Device.Time.Enable'] })
const table = z
  .string()
  .trim()
  .max(256)
  .regex(/^(?:InternetGateway)?Device\.(?:[A-Za-z0-9_-]+\.)+$/)
  .meta({ examples: ['Device.NAT.PortMapping.'] })
const below = z
  .string()
  .trim()
  .max(128)
  .regex(/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/)
  .meta({ examples: ['Enable'] })
const value = z.string().max(4096)
const type = z.enum(parameterTypes).optional()

/** Wi-Fi only: none means any. */
const band = z.enum(settingBands).optional()

/** Which instances of a section, whatever their numbers: the n-th counts from one. */
const settingWhich = z.discriminatedUnion('by', [
  z.object({ by: z.literal('in_use') }),
  z.object({ by: z.literal('place'), place: z.number().int().min(1).max(maxPlaces), band }),
  z.object({ by: z.literal('all'), band }),
  z.object({ by: z.literal('username'), username: z.string().trim().min(1).max(64) }),
])

/** A setting in domain terms: instance and field. */
export const settingName = z.object({
  section: z.enum(templateSettingSections),
  which: settingWhich,
  field: z.enum(settingFields),
})

const setting = settingName.extend({
  /** `true` and `false` for a flag, digits for a number, the term of a choice. */
  value: z.string().max(1024),
  /** If a gateway lacks the setting or it is read-only: whether the others are applied all the same. */
  ifAbsent: z.enum(['skip', 'fail']).default('skip'),
})

/** Desired state. Values may contain variables; a secret value refers to one by its name. */
export const templateContent = z.object({
  /** Of any data model. */
  settings: z.array(setting).max(100).default([]),
  /** A segment `[Key=value]` of a path selects the instance with this value. */
  values: z.array(z.object({ path, value, type })).max(200),
  objects: z
    .array(
      z.object({
        table,
        key: z
          .array(z.object({ name: below, value }))
          .min(1)
          .max(4),
        values: z.array(z.object({ name: below, value, type })).max(50),
        /** Instances that no template declares are deleted. */
        only: z.boolean(),
      }),
    )
    .max(50),
  notifications: z.array(z.object({ path, level: z.literal([0, 1, 2]) })).max(100),
})
