import { z } from 'zod'
import { commandState } from './device-activity.ts'
import { endpoint } from './endpoint.ts'
import {
  settingFields,
  settingKinds,
  settingLists,
  settingSections,
  settingUnits,
} from './gateway-setting-values.ts'
import { forOrder } from './order-act-schemas.ts'
import { id, instant, pageInput, pageOf } from './schemas.ts'

const section = z.enum(settingSections)
const field = z.enum(settingFields)
const value = z.union([z.string(), z.number(), z.boolean()])

/** Limits of a value: the gateway's own where it reports them, else the standard's. */
const form = {
  key: field,
  kind: z.enum(settingKinds),
  unit: z.enum(settingUnits).nullable(),
  /** For a choice: the values that this gateway supports. Its current value may be another. */
  choices: z.array(z.string()).nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  maxLength: z.number().int().nullable(),
}

/** One value by its term. Device strings are hostile: text, never markup. */
export const settingValue = z.object({
  ...form,
  /** Null: not reported, or a secret. A choice is a term of `settingChoices`. */
  value: value.nullable(),
  /** The gateway's own words where no term fits. */
  raw: z.string().nullable(),
  /** Null if not reported. */
  writable: z.boolean().nullable(),
  /** Changing it may cut the gateway off: requires `confirmed`. */
  dangerous: z.boolean(),
  /** The parameter behind it, for the raw tree. */
  path: z.string(),
  readAt: instant.nullable(),
  /** Accepted value that takes effect after a restart. Null if none is pending. */
  later: z.object({ value: value.nullable(), raw: z.string().nullable() }).nullable(),
})

export const settingInstance = z.object({
  /** Its name in `change`: the object path. Stable while the gateway has the object. */
  instance: z.string(),
  /** Display name, an SSID, an address; empty without one. */
  label: z.string(),
  /** The WAN that carries the connection now. Always false elsewhere. */
  inUse: z.boolean(),
  /** `remove` of `change` accepts it. */
  removable: z.boolean(),
  /** Only reported values. */
  fields: z.array(settingValue),
})

export const settingAddForm = z.object({
  dangerous: z.boolean(),
  fields: z.array(z.object({ ...form, required: z.boolean(), initial: value.nullable() })),
})

/** `unknown` until it is read. `no`: all of its names were read, and this is not among them. */
const settingSupport = z.enum(['yes', 'no', 'unknown'])

const settingSection = z.object({
  section,
  supported: settingSupport,
  /** Empty for lists: they are paged by a separate call. At most 32. */
  instances: z.array(settingInstance),
  total: z.number().int(),
  /** Time of the latest value. */
  readAt: instant.nullable(),
  /** Fields of a new instance; null where the gateway allows none. */
  add: settingAddForm.nullable(),
})

/** A change in progress, and its outcome. */
export const settingChange = z.object({
  commandId: id,
  state: commandState,
  createdAt: instant,
  createdByName: z.string().nullable(),
  finishedAt: instant.nullable(),
  expiresAt: instant,
  /** The request, without values. `instance` null: a new one. */
  asked: z.array(
    z.object({
      act: z.enum(['set', 'add', 'remove']),
      section,
      instance: z.string().nullable(),
      label: z.string(),
      fields: z.array(field),
    }),
  ),
  /** Accepted, effective later, such as after a restart. */
  appliesLater: z.boolean(),
  /** `text` is in the caller's language, `detail` the gateway's own words. */
  fault: z.object({ code: z.string(), text: z.string(), detail: z.string() }).nullable(),
  /**
   * Fields that the gateway refused. `instance` null: of the new one. `field` null: no term stands for the
   * path.
   */
  refused: z.array(
    z.object({
      section: section.nullable(),
      instance: z.string().nullable(),
      field: field.nullable(),
      path: z.string(),
      code: z.string(),
      text: z.string(),
      detail: z.string(),
    }),
  ),
})

export const getGatewaySettings = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/settings',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'What is known of a gateway by the terms that people use, whatever its data model calls them',
  input: z.object({ deviceId: id }),
  output: z.object({
    /** Null before the first Inform. */
    dataModelRoot: z.enum(['Device.', 'InternetGatewayDevice.']).nullable(),
    /** In the order of `settingSections`. */
    sections: z.array(settingSection),
    /** The last read that was requested here; null when none is kept. */
    reading: z
      .object({
        commandId: id,
        state: commandState,
        sections: z.array(section),
        createdAt: instant,
        expiresAt: instant,
      })
      .nullable(),
    /** The last change; null when none is kept. */
    change: settingChange.nullable(),
  }),
  errors: ['device.not_found'],
})

export const pageGatewayInstances = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/settings/lists/:list',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Hosts, clients of the Wi-Fi, static leases or port mappings of a gateway, as last read',
  input: pageInput.extend({
    deviceId: id,
    list: z.enum(settingLists),
    /** Part of any displayed text. */
    search: z.string().trim().max(100).optional(),
    /** A field, with `-` in front for descending; omitted: the gateway's own order. */
    sort: z.enum(settingFields.flatMap((key) => [key, `-${key}`] as const)).optional(),
  }),
  output: pageOf(settingInstance),
  errors: ['device.not_found'],
})

export const refreshGatewaySettings = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/settings/refresh',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Queue one read of these sections. Hosts and clients are big: only when they are asked for',
  input: z.object({ deviceId: id, sections: z.array(section).min(1).max(settingSections.length) }),
  output: z.object({ commandId: id }),
  errors: ['device.not_found', 'device.move_not_allowed', 'gateway_settings.model_unknown'],
  audit: 'device.settings_read',
})

const written = z.union([z.string().max(4096), z.number(), z.boolean()])
const instancePath = z
  .string()
  .min(1)
  .max(256)
  .regex(/^(?:InternetGateway)?Device\.(?:[A-Za-z0-9_-]+\.)*$/)

export const changeGatewaySettings = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/settings/change',
  access: 'DMS_SERVER_DEVICE_PARAMETER_SET',
  summary:
    'Queue one change: fields of what the gateway has, something new, or the end of something. All of it is done or nothing; what may cut the gateway off needs `confirmed`',
  input: z
    .object({
      deviceId: id,
      set: z
        .array(z.object({ section, instance: instancePath, field, value: written }))
        .max(64)
        .default([]),
      add: z
        .array(z.object({ section, values: z.array(z.object({ field, value: written })).max(32) }))
        .max(4)
        .default([]),
      /** Alone: nothing is set or added with it. */
      remove: z.object({ section, instance: instancePath }).optional(),
      /** The person confirmed twice. */
      confirmed: z.boolean().default(false),
      ...forOrder,
    })
    .superRefine(({ set, add, remove }, context) => {
      const asked = set.length + add.length
      if (remove === undefined && asked === 0)
        context.addIssue({ code: 'custom', path: ['set'], message: 'validation.missing' })
      if (remove !== undefined && asked > 0)
        context.addIssue({ code: 'custom', path: ['remove'], message: 'validation.notAllowed' })
    }),
  output: z.object({ commandId: id }),
  errors: [
    'device.not_found',
    'device.move_not_allowed',
    'gateway_settings.model_unknown',
    'work_order.not_found',
  ],
  audit: 'device.settings_changed',
})

export const getGatewayChange = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/settings/changes/:commandId',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'What came of a change of settings, with what the gateway refused by its field',
  input: z.object({ deviceId: id, commandId: id }),
  output: settingChange,
  errors: ['device.not_found', 'command.not_found'],
})
