import { z } from 'zod'
import { documentKinds, documentLength } from './document-values.ts'
import { endpoint } from './endpoint.ts'
import { passwordClasses, passwordLength, uploadLimits } from './field-rules.ts'
import { done, instant, name } from './schemas.ts'
import {
  fileLimitBounds,
  firmwareLimitBounds,
  imageLimits,
  languages,
  seriesLimitBounds,
  sessionBounds,
  storageCycles,
  storageIntervals,
  syncIntervals,
} from './setting-values.ts'
import { checkHours } from './template-values.ts'

const between = ({ least, most }: { least: number; most: number }) => z.number().int().min(least).max(most)

/** What a new password has to be, at least as strict as the specification. */
export const passwordPolicy = z.object({
  length: z.number().int().min(passwordLength.min).max(passwordLength.max),
  classes: z.number().int().min(passwordClasses.min).max(passwordClasses.max),
})

/** Settings of the whole installation: the platform's alone. */
const platform = z.object({
  /** On the sign-in page at the root and in the titles of pages. */
  platformName: name,
  /** Whether companies can apply for a trial by themselves. */
  registration: z.enum(['closed', 'open', 'approval']),
  /** Megabytes that an image may have; a logo may have 5 in any case. */
  imageLimit: z.number().int().min(imageLimits[0]).max(5),
  /** Megabytes that any other file may have. */
  fileLimit: between(fileLimitBounds),
  firmwareLimit: between(firmwareLimitBounds),
  /** For sessions that open from now on: they end so many minutes after their last request. */
  sessionIdleMinutes: between(sessionBounds.idleMinutes),
  /** … and so many hours after they opened, in any case. */
  sessionHours: between(sessionBounds.hours),
  /** Asked for whenever a password is set from now on. */
  passwordLength: passwordPolicy.shape.length,
  passwordClasses: passwordPolicy.shape.classes,
  /** How long timelines, finished commands, raw exchanges and measured values are kept. The audit log: six months at least. */
  storageCycle: z.enum(storageCycles),
  /** How often what comes from outside systems is read anew. */
  syncInterval: z.enum(syncIntervals),
  /** Default language of the sign-in page at the root, and of new companies. */
  defaultLanguage: z.enum(languages),
  /** ICP filing number, shown before sign-in with a link to the register of the ministry; empty: none. */
  icpNumber: z.string().trim().max(50),
  /** Series of measured values that a company may have, unless it has a limit of its own. */
  seriesLimit: between(seriesLimitBounds),
})

export const platformSettings = endpoint({
  method: 'GET',
  path: '/api/v1/settings/platform',
  access: 'DMS_SERVER_SYSTEM_GENERAL_SETTING_PLATFORM',
  summary: 'Settings of the installation',
  input: z.object({}),
  output: platform,
})

export const editPlatformSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/settings/platform',
  access: 'DMS_SERVER_SYSTEM_GENERAL_SETTING_PLATFORM',
  summary: 'Change settings of the installation; what is left out stays',
  input: platform.partial(),
  output: platform,
  audit: 'settings.platform_changed',
})

const documentContent = {
  zh: z.string().trim().max(documentLength),
  en: z.string().trim().max(documentLength),
}
const documentKind = z.enum(documentKinds)

export const platformDocuments = endpoint({
  method: 'GET',
  path: '/api/v1/settings/platform/documents',
  access: 'DMS_SERVER_SYSTEM_GENERAL_SETTING_PLATFORM',
  summary: 'The terms of use and the privacy policy that apply, with their version',
  input: z.object({}),
  output: z.array(
    z.object({
      kind: documentKind,
      version: z.number().int(),
      ...documentContent,
      publishedAt: instant,
      publishedBy: z.string(),
    }),
  ),
})

export const publishDocument = endpoint({
  method: 'PUT',
  path: '/api/v1/settings/platform/documents/:kind',
  access: 'DMS_SERVER_SYSTEM_GENERAL_SETTING_PLATFORM',
  summary:
    'Publish a new version of a document, as a text or an https address in each language; people accept it at their next sign-in. ' +
    'Both empty: it is withdrawn',
  input: z.object({ kind: documentKind, ...documentContent }),
  output: z.object({ version: z.number().int() }),
  audit: 'settings.document_published',
})

export const appliedSettings = endpoint({
  method: 'GET',
  path: '/api/v1/settings/applied',
  access: 'session',
  summary: 'What applies to every signed-in user: upload limits, password rule',
  input: z.object({}),
  output: z.object({ imageLimit: z.number().int(), fileLimit: z.number().int(), password: passwordPolicy }),
})

const company = z.object({
  name: z.string(),
  code: z.string(),
  prefix: z.string().nullable(),
  logoUrl: z.string().nullable(),
  timeZone: z.string(),
  /** Of its sign-in page and of what is written to it, for people who have not chosen one. */
  language: z.enum(languages),
  /** Hours after which a gateway is compared with its templates again. */
  checkHours: between(checkHours),
  /** How long measured values are kept. */
  storageCycle: z.enum(storageCycles),
  /** The platform's, which is the most. */
  storageCycleMost: z.enum(storageCycles),
  /** How often inventory snapshots and configuration backups are stored. */
  storageInterval: z.enum(storageIntervals),
  /** Its lines help to find outages of carriers, and it hears of them. */
  carrierFindings: z.boolean(),
})

export const companySettings = endpoint({
  method: 'GET',
  path: '/api/v1/settings/company',
  access: 'DMS_SERVER_SYSTEM_GENERAL_SETTING',
  summary: 'Name, look, time zone, language, checks, storage cycle and interval of the company acted in',
  input: z.object({}),
  output: company,
})

export const editCompanySettings = endpoint({
  method: 'PUT',
  path: '/api/v1/settings/company',
  access: 'DMS_SERVER_SYSTEM_GENERAL_SETTING',
  summary: 'Change settings of the company acted in; what is left out stays',
  input: z.object({
    name: name.optional(),
    /** A name of the IANA database, such as Asia/Shanghai. */
    timeZone: z.string().trim().min(1).max(64).optional(),
    language: z.enum(languages).optional(),
    checkHours: between(checkHours).optional(),
    storageCycle: z.enum(storageCycles).optional(),
    storageInterval: z.enum(storageIntervals).optional(),
    carrierFindings: z.boolean().optional(),
  }),
  output: company,
  errors: ['settings.time_zone_unknown', 'settings.storage_cycle_too_long'],
  audit: 'settings.company_changed',
})

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/api/v1/settings/company/logo',
  access: 'DMS_SERVER_SYSTEM_GENERAL_SETTING',
  summary:
    'The logo of the company acted in: jpg or png up to 5 MB, 180x47 px with a transparent background is best',
  inputKind: 'multipart',
  fileLimit: uploadLimits.logo,
  input: z.object({}),
  output: company,
  errors: ['image.type', 'image.too_large', 'image.dimensions', 'file.empty'],
  audit: 'settings.logo_changed',
})

export const removeLogo = endpoint({
  method: 'DELETE',
  path: '/api/v1/settings/company/logo',
  access: 'DMS_SERVER_SYSTEM_GENERAL_SETTING',
  summary: 'Remove the logo of the company acted in',
  input: z.object({}),
  output: done,
  audit: 'settings.logo_changed',
})
