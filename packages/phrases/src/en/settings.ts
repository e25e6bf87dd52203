import type { texts as zhTexts } from '../zh/settings.ts'

export const settings = {
  company: 'Company',
  companyHint:
    'For the members and sign-in page of "{{company}}". Changed by its members with permission for general settings.',
  name: 'Company name',
  nameEmpty: 'company name cannot be empty',
  code: 'Company code',
  codeHint: 'Used to sign in as name@code. It cannot be changed.',
  prefix: 'Sign-in prefix',
  prefixNone: 'Not set',
  prefixHint: "Address of the company's own sign-in page, set by an upper-level administrator.",
  logo: 'Logo',
  logoHint: 'PNG of 180×47 px with a transparent background recommended. JPG, JPEG, or PNG, up to 5 MB.',
  logoUpload: 'Upload logo',
  logoReplace: 'Replace logo',
  logoRemove: 'Remove logo',
  logoRemoveTitle: 'Remove the logo?',
  logoRemoveText: 'The sign-in page will show the company name instead.',
  logoRemoved: 'Logo removed',
  logoSaved: 'Logo updated',
  logoOf: 'Logo of {{company}}',
  preview: 'Sign-in page preview',
  previewLight: 'Light',
  previewDark: 'Dark',
  previewNoPrefix: 'No sign-in prefix is set. The sign-in page shows the name and logo once it is set.',
  previewOpen: 'Open sign-in page',
  platform: 'Platform',
  platformHint: 'Only the platform can change these settings. They apply to all companies.',
  registration: 'Company registration',
  registrationMode: { closed: 'Closed', approval: 'With approval', open: 'Open' },
  registrationMeans: {
    closed: 'The sign-in page offers no registration. Only administrators can create tenants.',
    approval: 'Companies register; approval creates a 15-day trial tenant.',
    open: 'Companies get a 15-day trial tenant as soon as a phone number or email is verified.',
  },
  registrationOpenTitle: 'Open company registration?',
  registrationOpenText:
    'Anyone who verifies a phone number or email can create a trial tenant without approval.',
  registrationOpenAction: 'Open registration',
  imageLimit: 'Image size limit',
  imageLimitHint:
    'Applies immediately to product and application icons. Company logos are always limited to 5 MB.',
  megabytes: '{{size}} MB',
  companyLanguage: 'Default language',
  companyLanguageHint:
    "Initial language of the sign-in page and language of emails to administrators. A member's own choice takes precedence.",
  timeZone: 'Time zone',
  timeZoneHint: 'Used for the hours allowed for acting and for "today" in the audit log.',
  checkHours: 'Drift check interval',
  checkHoursHint: 'Counted from the last check of each gateway. A check changes nothing on the gateway.',
  everyHours: 'Every {{hours}} h',
  languages: { zh: 'Chinese', en: 'English' },
  platformName: 'Platform name',
  platformNameHint: 'Shown on the sign-in page, above the menu, and in page titles.',
  platformNameEmpty: 'Platform name cannot be empty',
  defaultLanguage: 'Default language',
  defaultLanguageHint:
    "Initial language of the sign-in page without a prefix, and default language of new companies. A user's own choice takes precedence.",
  uploads: 'Uploads',
  fileLimit: 'File size limit',
  fileLimitHint: 'Applies immediately to CSV imports and other files.',
  firmwareLimit: 'Firmware size limit',
  firmwareLimitHint: 'Applies immediately to firmware files uploaded in parts.',
  megabyte: 'MB',
  between: 'Enter an integer from {{least}} to {{most}}',
  sessionPolicy: 'Sessions',
  sessionPolicyHint: 'Applies to new sign-ins. Existing sessions do not change.',
  sessionIdleMinutes: 'Idle timeout',
  sessionHours: 'Maximum session duration',
  minutes: 'minutes',
  hours: 'hours',
  passwordPolicy: 'Passwords',
  passwordPolicyHint:
    'Can only be stricter than the basic rule (8 to 20 characters, three of four character types). Applies when a password is next set; existing passwords stay valid.',
  passwordLength: 'Minimum length',
  passwordClasses: 'Character types',
  ofFourClasses: 'At least {{count}} of four',
  characters: 'characters',
  dataPolicy: 'Data',
  storageCycle: 'Storage cycle',
  storageCycleHint:
    'Device timelines, finished commands, and raw messages are deleted after this period. Audit logs and sign-in records are kept for at least six months.',
  storageCycles: { three_months: 'Three months', six_months: 'Six months', one_year: 'One year' },
  storageShorterTitle: 'Shorten the storage cycle?',
  storageShorterText:
    'Device timelines, commands, and messages older than the new cycle are permanently deleted within an hour.',
  storageShorterAction: 'Shorten and delete',
  syncInterval: 'Synchronisation interval',
  syncIntervalHint:
    'How often the organisation is synchronised from integrations such as WeCom or DingTalk. Applies once an integration is set up.',
  syncIntervals: { day: 'Every day', week: 'Every week', two_weeks: 'Every two weeks', month: 'Every month' },
}

export const texts: typeof zhTexts = {
  errors: {
    'settings.time_zone_unknown': 'Unknown time zone',
  },
  permissions: {
    DMS_SERVER_SYSTEM_SETTING: { name: 'System settings', allows: 'Open the menu of system settings' },
    DMS_SERVER_SYSTEM_SETTING_USER_INFO: {
      name: 'Personal information',
      allows: "See and change one's own account",
    },
    DMS_SERVER_SYSTEM_THIRD_MANAGER: { name: 'Integrations', allows: 'Manage third-party integrations' },
    DMS_SERVER_SYSTEM_AI_SETTING: { name: 'AI access', allows: 'Manage access to AI services' },
    DMS_SERVER_SYSTEM_GENERAL_SETTING: {
      name: 'General settings',
      allows: "Change the company's name, logo and settings",
    },
    DMS_SERVER_SYSTEM_GENERAL_SETTING_PLATFORM: {
      name: 'Platform settings',
      allows: 'Change settings of the whole platform',
    },
  },
  actions: {
    'settings.company_changed': 'Changed company settings',
    'settings.logo_changed': 'Changed the company logo',
    'settings.platform_changed': 'Changed platform settings',
  },
  groups: {
    settings: 'Settings',
  },
  titles: {
    systemSettings: 'System settings',
    generalSettings: 'General settings',
  },
}
