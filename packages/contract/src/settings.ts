import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { uploadLimits } from './field-rules.ts'
import { done, name } from './schemas.ts'

/** Settings of the whole installation: the platform's alone. */
const platform = z.object({
  /** Whether companies can apply for a trial by themselves. */
  registration: z.enum(['closed', 'open', 'approval']),
  /** Megabytes that an image may have; a logo may have 5 in any case. */
  imageLimit: z.number().int().min(1).max(5),
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
  summary: 'Change settings of the installation; applies at once',
  input: platform.partial(),
  output: platform,
  audit: 'settings.platform_changed',
})

const company = z.object({
  name: z.string(),
  code: z.string(),
  prefix: z.string().nullable(),
  logoUrl: z.string().nullable(),
})

export const companySettings = endpoint({
  method: 'GET',
  path: '/api/v1/settings/company',
  access: 'DMS_SERVER_SYSTEM_GENERAL_SETTING',
  summary: 'Name and look of the company acted in',
  input: z.object({}),
  output: company,
})

export const editCompanySettings = endpoint({
  method: 'PUT',
  path: '/api/v1/settings/company',
  access: 'DMS_SERVER_SYSTEM_GENERAL_SETTING',
  summary: 'Change the name of the company acted in',
  input: z.object({ name }),
  output: company,
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
