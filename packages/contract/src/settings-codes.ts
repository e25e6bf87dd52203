import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'settings.time_zone_unknown': 400,
  'settings.storage_cycle_too_long': 400,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_SYSTEM_SETTING: { roles: [] },
  DMS_SERVER_SYSTEM_SETTING_USER_INFO: {
    roles: ['engineer', 'management_layer', 'execution_layer', 'user_layer'],
    peopleOnly: true,
  },
  DMS_SERVER_SYSTEM_AI_SETTING: { roles: [], companyWide: true, future: true },
  DMS_SERVER_SYSTEM_GENERAL_SETTING: { roles: [], companyWide: true },
  DMS_SERVER_SYSTEM_GENERAL_SETTING_PLATFORM: { roles: [], companies: 'platform', companyWide: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
