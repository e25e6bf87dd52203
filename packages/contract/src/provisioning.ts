import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { outletRegion } from './outlets.ts'
import { done, id, instant, name, pageInput, pageOf } from './schemas.ts'
import { settingName, templateContent } from './template-content.ts'
import { templateSecretName } from './template-values.ts'

const softwareBound = z
  .string()
  .trim()
  .max(64)
  .regex(/^(?:.*\d.*)?$/)
  .default('')

/** Which gateways: an empty list means any; of tags all are asked for. */
export const templateSelector = z.object({
  models: z.array(z.string().trim().min(1).max(64)).max(50),
  manufacturers: z.array(z.string().trim().min(1).max(64)).max(50),
  softwareVersions: z.array(z.string().trim().min(1).max(64)).max(50),
  tags: z.array(z.string().trim().min(1).max(40)).max(20),
  outletIds: z.array(id).max(200),
  /** Paths as outlets have them: the outlet lies in one of them or below it. */
  regions: z
    .array(outletRegion.pipe(z.string().min(1)))
    .max(50)
    .default([]),
  /** By the numbers of the version: from the one on, below the other; empty for no bound. */
  softwareFrom: softwareBound,
  softwareBelow: softwareBound,
  /** Those of the companies below too: of all, or of those that are named. */
  below: z.boolean().default(false),
  companyIds: z.array(id).max(200).default([]),
})

const templateInput = {
  selector: templateSelector,
  content: templateContent,
  /** What it added to gateways stays when it is no longer for them; else it is deleted there. */
  objectsStay: z.boolean().default(false),
  /** It may change by what gateways are reached (their WAN, the ACS): the writer knows. */
  acknowledged: z.boolean(),
}

const templateRow = z.object({
  id,
  name: z.string(),
  latestVersion: z.number().int(),
  /** Null while it is not applied. */
  appliedVersion: z.number().int().nullable(),
  createdAt: instant,
  changedAt: instant,
})

export const templateSortColumns = ['name', 'changedAt'] as const

export const pageTemplates = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/template/lists',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_VIEW',
  summary: 'Provisioning templates of the company acted in',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    sort: z.enum(templateSortColumns.flatMap((column) => [column, `-${column}`] as const)).default('name'),
  }),
  output: pageOf(
    templateRow.extend({
      /** Of the applied version, else of the latest; none: of any region. */
      regions: z.array(z.string()),
    }),
  ),
})

export const getTemplate = endpoint({
  method: 'GET',
  path: '/api/v1/device/template/:templateId',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_VIEW',
  summary: 'A template with one of its versions: the latest, unless another is asked for',
  input: z.object({ templateId: id, version: z.coerce.number().int().min(1).max(1_000_000).optional() }),
  output: templateRow.extend({
    version: z.object({
      number: z.number().int(),
      ...templateInput,
      createdAt: instant,
      createdByName: z.string(),
    }),
    /** Of the outlets and the companies that the version names; without those that are gone. */
    names: z.object({
      outlets: z.array(z.object({ id, name: z.string() })),
      companies: z.array(z.object({ id, name: z.string() })),
    }),
    /** The last hundred, latest first. */
    versions: z.array(z.object({ number: z.number().int(), createdAt: instant, createdByName: z.string() })),
  }),
  errors: ['template.not_found'],
})

export const createTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/device/template',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  summary: 'Create a template; no gateway is touched until it is applied',
  input: z.object({ name, ...templateInput }),
  output: z.object({ templateId: id }),
  errors: ['template.name_taken'],
  audit: 'template.created',
})

export const editTemplate = endpoint({
  method: 'PUT',
  path: '/api/v1/device/template/:templateId',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  summary: 'Write a new version of a template; the applied one stays until another is applied',
  input: z.object({ templateId: id, name, ...templateInput }),
  output: z.object({ version: z.number().int() }),
  errors: ['template.not_found', 'template.name_taken'],
  audit: 'template.edited',
})

export const applyTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/device/template/:templateId/apply',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  summary: 'Apply a version, the latest or an earlier one, to every gateway that it is for',
  input: z.object({ templateId: id, version: z.number().int().min(1).max(1_000_000) }),
  output: done,
  errors: ['template.not_found', 'template.rollout_open'],
  audit: 'template.applied',
})

export const withdrawTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/device/template/:templateId/withdraw',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  summary:
    'Apply a template no longer; values stay as they are, and objects that it added go unless they are to stay',
  input: z.object({ templateId: id }),
  output: done,
  errors: ['template.not_found', 'template.rollout_open'],
  audit: 'template.withdrawn',
})

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/api/v1/device/template/:templateId',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  summary: 'Delete a template with its versions; not while it is applied',
  input: z.object({ templateId: id }),
  output: done,
  errors: ['template.not_found', 'template.in_use'],
  audit: 'template.deleted',
})

/** Where it came of a setting: which. */
const setting = settingName.nullable()
const difference = z.object({
  path: z.string(),
  setting,
  /** Null where nothing is known, and for secrets. */
  actual: z.string().nullable(),
  /** Null for secrets. */
  desired: z.string().nullable(),
  secret: z.boolean(),
})
const problem = z.object({
  /** Empty where it is of a setting, or of none. */
  path: z.string(),
  setting,
  code: z.string(),
  text: z.string(),
  detail: z.string(),
})

/** What a version would do to the gateways that it was compared with; each is in one of these but `partlyRead` and `secrets`. */
const found = {
  changing: z.number().int(),
  /** Different ones of the version, on however many gateways each. */
  parameters: z.number().int(),
  /** Instances to add or to delete, of all gateways. */
  objects: z.number().int(),
  /** Of those that would change, these may change in more: not all that it declares was read. */
  partlyRead: z.number().int(),
  /** It cannot be told: what it declares was not read, or they do not have it. */
  unread: z.number().int(),
  /** Secrets are set anew, since whether they differ cannot be known. */
  secrets: z.number().int(),
  /** A variable is missing, or an instance that it names: nothing is begun there. */
  impossible: z.number().int(),
  /** Templates contradict each other with this version among them: none of them is applied there. */
  conflicting: z.number().int(),
  /** In what, the most frequent first, twenty at most. `templates`: all that say something of it; null for those of companies below. */
  conflicts: z.array(
    z.object({
      path: z.string(),
      setting,
      templates: z.array(z.string().nullable()),
      devices: z.number().int(),
    }),
  ),
  moreConflicts: z.number().int(),
  /** Gateways of a data model of which not all entries are: where all are `foreign`, nothing of it is for them. */
  otherModel: z.array(
    z.object({
      root: z.enum(['Device.', 'InternetGatewayDevice.']),
      devices: z.number().int(),
      entries: z.number().int(),
      foreign: z.number().int(),
    }),
  ),
}

export type PreviewFound = z.output<z.ZodObject<typeof found>>

export const previewTemplate = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/template/:templateId/preview',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_VIEW',
  summary: 'What a version would change, by what is known of the gateways; of the first 500 by name',
  input: z.object({ templateId: id, version: z.number().int().min(1).max(1_000_000) }),
  output: z.object({
    /** Gateways that it is for, counted to 10,000. */
    matching: z.number().int(),
    /** Of how many the numbers below tell. */
    compared: z.number().int(),
    ...found,
    /** Gateways of which something that it declares may be read yet. */
    readable: z.number().int(),
    /** The first twenty that would change. */
    items: z.array(
      z.object({
        deviceId: id,
        name: z.string(),
        differences: z.array(difference),
        objects: z.number().int(),
      }),
    ),
  }),
  errors: ['template.not_found'],
})

export const countLeaving = endpoint({
  method: 'GET',
  path: '/api/v1/device/template/:templateId/leaving',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_VIEW',
  summary:
    'Objects that a template added to gateways, and that are deleted there when it is no longer for them: with a version, or withdrawn where none is named',
  input: z.object({ templateId: id, version: z.coerce.number().int().min(1).max(1_000_000).optional() }),
  output: z.object({ devices: z.number().int(), objects: z.number().int() }),
  errors: ['template.not_found'],
})

const wholePreview = z.object({
  /** Failed: it is tried again by itself for a while, and whenever somebody asks. */
  state: z.enum(['running', 'done', 'failed']),
  /** Of this and the companies below. */
  matching: z.number().int(),
  compared: z.number().int(),
  ...found,
  /** The first 500 at most of which something that it declares was not read. */
  readable: z.number().int(),
  startedAt: instant,
  startedByName: z.string(),
  finishedAt: instant.nullable(),
})

export const startPreview = endpoint({
  method: 'POST',
  path: '/api/v1/device/template/:templateId/preview/all',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  summary: 'Count what a version would change on every gateway that it is for; one that runs goes on',
  input: z.object({ templateId: id, version: z.number().int().min(1).max(1_000_000) }),
  output: done,
  errors: ['template.not_found'],
  audit: 'template.previewed',
})

export const getPreview = endpoint({
  method: 'GET',
  path: '/api/v1/device/template/:templateId/preview/all',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_VIEW',
  summary: 'How far that is, and what it found; null when nobody has asked',
  input: z.object({ templateId: id, version: z.coerce.number().int().min(1).max(1_000_000) }),
  output: z.object({ preview: wholePreview.nullable() }),
  errors: ['template.not_found'],
})

export const configurationSummary = endpoint({
  method: 'GET',
  path: '/api/v1/device/template-troubles',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'On how many gateways the configuration drifted, failed, or is in conflict, counted to 10,000',
  input: z.object({}),
  output: z.object({ drifted: z.number().int(), failed: z.number().int(), conflict: z.number().int() }),
})

export const suggestParameters = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/template-parameters/lists',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  summary:
    'Parameters that people call so, in either language (twenty at most), and those that hold the text, as some gateways of each model here are known to have them (fifty at most)',
  input: z.object({ search: z.string().trim().min(1).max(256), tables: z.boolean().default(false) }),
  output: z.array(
    z.object({
      path: z.string(),
      type: z.string().nullable(),
      /** What people call it; null where its path alone was found. */
      word: z.string().nullable(),
    }),
  ),
})

export const getConfiguration = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/configuration',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Templates that are applied to a gateway, where they contradict each other, and how it differs',
  input: z.object({ deviceId: id }),
  output: z.object({
    /** `ownerName`: of a company above. */
    templates: z.array(
      z.object({
        name: z.string(),
        version: z.number().int(),
        ownerName: z.string().nullable(),
        /** Settings, values, objects and notifications; those of the other data model are left out. */
        entries: z.number().int(),
        foreign: z.number().int(),
      }),
    ),
    /** Its data model; null before its first session. */
    root: z.enum(['Device.', 'InternetGatewayDevice.']).nullable(),
    /** ParameterKey of somebody else who changed it since. */
    foreignKey: z.object({ key: z.string(), since: instant }).nullable(),
    /** Null before the first session with templates. */
    state: z.enum(['applied', 'unverified', 'drifted', 'failed']).nullable(),
    /** What templates want is in its queue: what is told besides is of before. */
    waits: z.boolean(),
    checkedAt: instant.nullable(),
    appliedAt: instant.nullable(),
    driftedSince: instant.nullable(),
    differences: z.array(difference),
    problems: z.array(problem),
    conflicts: z.array(
      z.object({
        path: z.string(),
        setting,
        wants: z.array(z.object({ template: z.string(), value: z.string() })),
      }),
    ),
    /** Settings that it does not have, or that nobody can change there: they are left out. */
    absent: z.array(z.object({ setting: settingName, text: z.string() })),
    /** Secrets: they read back empty. */
    unknowable: z.array(z.string()),
    /** Instances that templates added and that were there last; of a released gateway, those that it took along. */
    added: z.array(
      z.object({
        path: z.string(),
        key: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
    ),
  }),
  errors: ['device.not_found'],
})

export const provisionDevice = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/configuration/apply',
  access: 'DMS_SERVER_DEVICE_PARAMETER_SET',
  summary: 'Queue the templates of a gateway anew, or a mere comparison',
  input: z.object({ deviceId: id, check: z.boolean() }),
  output: done,
  errors: ['device.not_found', 'device.move_not_allowed', 'template.none_applies'],
  audit: 'device.provisioned',
})

const secretName = z
  .string()
  .trim()
  .regex(templateSecretName)
  .meta({ examples: ['guest-wifi'] })

export const listSecrets = endpoint({
  method: 'GET',
  path: '/api/v1/device/template-secrets',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_VIEW',
  summary: 'Names of the secrets that templates may refer to; their values are never told',
  input: z.object({}),
  output: z.array(z.object({ name: z.string(), changedAt: instant })),
})

export const putSecret = endpoint({
  method: 'PUT',
  path: '/api/v1/device/template-secrets/:name',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  summary: 'Store a secret under a name, or another value for it',
  input: z.object({ name: secretName, value: z.string().min(1).max(1024) }),
  output: done,
  audit: 'template.secret_set',
})

export const deleteSecret = endpoint({
  method: 'DELETE',
  path: '/api/v1/device/template-secrets/:name',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  summary: 'Delete a secret',
  input: z.object({ name: secretName }),
  output: done,
  errors: ['template.secret_not_found'],
  audit: 'template.secret_deleted',
})
