import { z } from 'zod'
import { presence } from './devices.ts'
import { approvalShown } from './approval-schemas.ts'
import { approvalStandings } from './approval-values.ts'
import { endpoint } from './endpoint.ts'
import { forOrder } from './order-act-schemas.ts'
import { outletRegion } from './outlets.ts'
import { done, id, instant, name, pageInput, pageOf } from './schemas.ts'
import { settingName, templateContent } from './template-content.ts'
import { templateSecretName } from './template-values.ts'

const softwareBound = z
  .string()
  .trim()
  .max(256)
  .regex(/^(?:.*\d.*)?$/)
  .default('')

/** Which gateways: an empty list means any; of tags all are required. */
export const templateSelector = z.object({
  models: z.array(z.string().trim().min(1).max(256)).max(50),
  manufacturers: z.array(z.string().trim().min(1).max(256)).max(50),
  softwareVersions: z.array(z.string().trim().min(1).max(256)).max(50),
  tags: z.array(z.string().trim().min(1).max(40)).max(20),
  outletIds: z.array(id).max(200),
  /** Region paths: the outlet lies in one of them or below it. */
  regions: z
    .array(outletRegion.pipe(z.string().min(1)))
    .max(50)
    .default([]),
  /** By version numbers: from one on, below the other; empty: no bound. */
  softwareFrom: softwareBound,
  softwareBelow: softwareBound,
  /** Gateways of the companies below too: of all, or of the named ones. */
  below: z.boolean().default(false),
  companyIds: z.array(id).max(200).default([]),
})

const templateInput = {
  selector: templateSelector,
  content: templateContent,
  /** Objects that it added stay when it no longer applies; else they are deleted. */
  objectsStay: z.boolean().default(false),
  /** It may change how gateways are reached (their WAN, the ACS): the author knows. */
  acknowledged: z.boolean(),
}

const templateRow = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  name: z.string(),
  latestVersion: z.number().int(),
  /** Null while it is not applied. */
  appliedVersion: z.number().int().nullable(),
  createdAt: instant,
  changedAt: instant,
})

const configurationState = z.enum(['applied', 'unverified', 'drifted', 'failed'])

export const templateSortColumns = ['name', 'changedAt'] as const

export const pageTemplates = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/template/lists',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_VIEW',
  summary: 'Provisioning templates of the company acted in, or of all below it',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    companyId: id.optional(),
    sort: z.enum(templateSortColumns.flatMap((column) => [column, `-${column}`] as const)).default('name'),
  }),
  output: pageOf(
    templateRow.extend({
      /** Of the applied version, else of the latest; none: any region. */
      regions: z.array(z.string()),
      /** Gateways that the same version is for now. */
      matching: z.number().int(),
      /** Not all gateways in reach were looked at: there may be more. */
      moreMatching: z.boolean(),
    }),
  ),
})

export const pageMatching = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/template/:templateId/gateways/lists',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_VIEW',
  summary: 'Gateways that a template is for now, by name: by its applied version, else by its latest',
  input: z.object({ templateId: id, page: pageInput.shape.page, pageSize: pageInput.shape.pageSize }),
  output: pageOf(
    z.object({
      deviceId: id,
      name: z.string(),
      companyName: z.string(),
      modelName: z.string(),
      softwareVersion: z.string(),
      outletName: z.string().nullable(),
      presence,
      /** Its configuration as a whole; null before its first session with templates. */
      state: configurationState.nullable(),
    }),
  ),
  errors: ['template.not_found'],
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
    /** Whether this version may be applied, and the last approval asked for any. */
    approval: z.enum(approvalStandings),
    approvalAsked: approvalShown.nullable(),
    /** Outlets and companies that the version names, without deleted ones. */
    names: z.object({
      outlets: z.array(z.object({ id, name: z.string() })),
      companies: z.array(z.object({ id, name: z.string() })),
    }),
    /** The last hundred, newest first. */
    versions: z.array(z.object({ number: z.number().int(), createdAt: instant, createdByName: z.string() })),
  }),
  errors: ['template.not_found'],
})

export const exampleGateway = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/template-example',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  summary:
    'A gateway that a template with this selector matches, with the values of its variables except secrets',
  input: z.object({
    /** The template that is edited: the company that owns it counts. */
    templateId: id.optional(),
    selector: templateSelector,
  }),
  output: z.object({
    /** Null if it is for none. */
    gateway: z
      .object({
        deviceId: id,
        name: z.string(),
        companyName: z.string(),
        outletName: z.string().nullable(),
        root: z.enum(['Device.', 'InternetGatewayDevice.']).nullable(),
        /** By name; absent without a value. */
        variables: z.record(z.string(), z.string()),
      })
      .nullable(),
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
  input: z.object({
    templateId: id,
    version: z.number().int().min(1).max(1_000_000),
    /** The open work order of the company that it is applied for, which lists it. */
    orderId: id.optional(),
  }),
  output: done,
  errors: ['template.not_found', 'template.rollout_open', 'approval.needed', 'work_order.not_found'],
  audit: 'template.applied',
})

export const askTemplateApproval = endpoint({
  method: 'POST',
  path: '/api/v1/device/template/:templateId/approval',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  summary: 'Ask for the approval of a version, which may be applied after it',
  input: z.object({
    templateId: id,
    version: z.number().int().min(1).max(1_000_000),
    note: z.string().trim().max(1000).default(''),
  }),
  output: done,
  errors: ['template.not_found', 'approval.pending', 'approval.not_needed'],
  audit: 'template.approval_asked',
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

/** The setting that it came from. */
const setting = settingName.nullable()
const difference = z.object({
  path: z.string(),
  setting,
  /** Null if unknown, and for secrets. */
  actual: z.string().nullable(),
  /** Null for secrets. */
  desired: z.string().nullable(),
  secret: z.boolean(),
})
const problem = z.object({
  /** Empty for a setting, or for none. */
  path: z.string(),
  setting,
  code: z.string(),
  text: z.string(),
  detail: z.string(),
})

/**
 * Effect of a version on the compared gateways; each is in one of these except `partlyRead` and `secrets`.
 */
const found = {
  changing: z.number().int(),
  /** Distinct ones of the version, on any number of gateways. */
  parameters: z.number().int(),
  /** Instances to add or delete, of all gateways. */
  objects: z.number().int(),
  /** Gateways that may change in more than is shown: not all declared values were read. */
  partlyRead: z.number().int(),
  /** Undetermined: declared values were not read, or do not exist. */
  unread: z.number().int(),
  /** Secrets are set anew, since a difference cannot be detected. */
  secrets: z.number().int(),
  /** A variable, or an instance that it names, is missing: nothing starts there. */
  impossible: z.number().int(),
  /** Templates conflict with this version: none of them is applied there. */
  conflicting: z.number().int(),
  /**
   * Conflicts, the most frequent first, twenty at most. `templates`: all that declare the value; null for
   * those of companies below.
   */
  conflicts: z.array(
    z.object({
      path: z.string(),
      setting,
      templates: z.array(z.string().nullable()),
      devices: z.number().int(),
    }),
  ),
  moreConflicts: z.number().int(),
  /** Gateways of a data model that only some entries cover: where all are `foreign`, nothing applies. */
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
    /** Matching gateways, counted to 10,000. */
    matching: z.number().int(),
    /** Gateways that the numbers below cover. */
    compared: z.number().int(),
    ...found,
    /** Gateways with declared values that can still be read. */
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

export const countRemovals = endpoint({
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
  /** Failed: retried automatically for a while, and on request. */
  state: z.enum(['running', 'done', 'failed']),
  /** Of this company and those below. */
  matching: z.number().int(),
  compared: z.number().int(),
  ...found,
  /** At most the first 500 with declared values that were not read. */
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
      /** Display name; null where only its path is known. */
      word: z.string().nullable(),
    }),
  ),
})

/** Where the caller reads it: in the list of templates, or among those from above; null if nowhere. */
const opens = z.enum(['list', 'inherited']).nullable()

export const outletTemplates = endpoint({
  method: 'GET',
  path: '/api/v1/device/template-outlet/:outletId',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_VIEW',
  summary:
    'Templates that apply to the gateways of an outlet, to the first 200 by name, and whether these are as desired',
  input: z.object({ outletId: id }),
  output: z.array(
    z.object({
      id,
      opens,
      name: z.string(),
      version: z.number().int(),
      /** Of a company above. */
      ownerName: z.string().nullable(),
      gateways: z.number().int(),
      /** Of those gateways, with all their templates. */
      applied: z.number().int(),
      drifted: z.number().int(),
      failed: z.number().int(),
      /** For a session, or for a restart. */
      waiting: z.number().int(),
    }),
  ),
  errors: ['outlet.not_found'],
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
        id,
        opens,
        name: z.string(),
        version: z.number().int(),
        ownerName: z.string().nullable(),
        /** Settings, values, objects and notifications; those of the other data model are omitted. */
        entries: z.number().int(),
        foreign: z.number().int(),
      }),
    ),
    /** Its data model; null before its first session. */
    root: z.enum(['Device.', 'InternetGatewayDevice.']).nullable(),
    /** ParameterKey of another party that changed it since. */
    foreignKey: z.object({ key: z.string(), since: instant }).nullable(),
    /** Null before the first session with templates. */
    state: configurationState.nullable(),
    /** A template run is queued: the other fields are older. */
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
    /** Settings that it lacks or that are read-only there: they are omitted. */
    absent: z.array(z.object({ setting: settingName, text: z.string() })),
    /** Secrets: they read back empty. */
    unknowable: z.array(z.string()),
    /**
     * Instances that templates added and that existed last; for a released gateway, those that it took along.
     */
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
  input: z.object({ deviceId: id, check: z.boolean(), ...forOrder }),
  output: done,
  errors: ['device.not_found', 'device.move_not_allowed', 'template.none_applies', 'work_order.not_found'],
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
  summary: 'Names of the secrets that templates may refer to; their values are never returned',
  input: z.object({
    /** Those of the company that owns this template. */
    templateId: id.optional(),
  }),
  output: z.array(z.object({ name: z.string(), changedAt: instant })),
  errors: ['template.not_found'],
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
