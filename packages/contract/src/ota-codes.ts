import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'firmware.not_found': 404,
  'firmware.not_draft': 409,
  'firmware.too_many_drafts': 409,
  'firmware.move_not_allowed': 409,
  'firmware.no_file': 409,
  'campaign.not_found': 404,
  'campaign.no_targets': 409,
  'campaign.move_not_allowed': 409,
  'campaign.only_at_home': 403,
  'campaign.live_for_whole': 403,
  'campaign.beyond_role': 403,
  'campaign.nothing_to_roll_back': 409,
  'campaign.rollback_pending': 409,
  'programme.not_found': 404,
  'programme.only_above': 403,
  'backup.not_found': 404,
  'backup.under_way': 409,
  'upload.not_found': 404,
  'upload.wrong_part': 409,
  'upload.incomplete': 409,
  'upload.damaged': 422,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_DEVICE_OTA_VIEW: { roles: ['engineer'] },
  DMS_SERVER_DEVICE_OTA_FIRMWARE: { roles: [], companyWide: true },
  DMS_SERVER_DEVICE_OTA_CAMPAIGN: { roles: ['engineer'] },
  DMS_SERVER_DEVICE_OTA_BACKUP: { roles: [] },
} as const satisfies Permissions

export const events = {} as const satisfies Events
