import * as by from './proofs.ts'
import { type Sentence, sentence } from './sentence.ts'

export const validation: readonly Sentence[] = [
  sentence(
    '5',
    'Password: present, 8 to 20, at least 3 of 4 classes.',
    by.fieldRules('the password %j'),
    by.signIn('an error is shown at its field (%s)'),
    by.identity('enforces the password rules, and refuses common passwords'),
  ),
  sentence(
    '5',
    'The two entries of a password must match.',
    by.fieldRules('a repeated password'),
    by.account('a new password ends the other sessions'),
  ),
  sentence(
    '5',
    'SMS code six digits; email code six digits.',
    by.fieldRules('the code %j'),
    by.signIn('an error is shown at its field'),
  ),
  sentence(
    '5',
    'Image code four digits and not empty; a code under four digits is rejected.',
    by.fieldRules('the image code %j'),
    by.signIn('a picture is asked for after failures'),
  ),
  sentence(
    '5',
    'Images jpg, jpeg or png, at most 2 MB or a configurable size; a logo up to 5 MB.',
    by.logo('detects the type by content, whatever the name and header'),
    by.imageFile('%s of %i bytes'),
    by.settings('a logo is chosen, shown and removed'),
  ),
  sentence(
    '5',
    'An uploaded file at most 20 MB, not empty; import accepts CSV only.',
    by.importFile('%s of %i bytes: %s'),
    by.firmwareUploads('an upload in parts resumes where it stopped'),
    by.firmwareUploads('uploads that are too large, of another company'),
  ),
  sentence(
    '5',
    'Required-field messages: username, password, original, new and repeated password, new phone, new email, member name and role.',
    by.signIn('an error is shown at its field (%s)'),
    by.account('a new password ends the other sessions'),
    by.account('a new mail address is proved'),
    by.people('somebody is invited, joins'),
  ),
  sentence(
    '5',
    'Required-field messages: role, product, application, domain name, tenant, validity date.',
    by.roles('the second of two editors of a role is warned, and a name is unique in the company'),
    by.products('a service is published with its icon'),
    by.tenants('what is taken or makes no sense is refused at its field'),
    by.licences('an end before the start'),
  ),
  sentence(
    '5',
    'A valid phone or email must be entered.',
    by.fieldRules('%j is not a phone'),
    by.fieldRules('%j is no mail address'),
    by.signIn('an error is shown at its field (%s)'),
  ),
  sentence(
    '5',
    'A permission directive needs a non-empty list; the element is removed unless all codes are held.',
    by.permissions('an empty list of codes throws'),
    by.permissions('all codes are needed'),
  ),
]

export const roles: readonly Sentence[] = [
  sentence(
    '6',
    'Identity 1 and 2 carry a tenant company header, a proxy flag and an application code chosen from the path.',
    by.apiClient('of identity %i carries the tenant and whether it is a proxy'),
    by.apiRequest('the application of %s is %s (specification §6)'),
    by.shell('the first navigation asks for'),
  ),
  sentence(
    '6',
    'Route access is by permission codes.',
    by.routeTable('%s needs %s'),
    by.guard('a route comes back'),
  ),
  sentence('6', 'Menu modes: default and admin.', by.shellSettings('shows one mode')),
]

export const calls: readonly Sentence[] = [
  sentence(
    '7',
    'Base URL empty, 180000 ms; Bearer from the session cookie; Accept-Language zh-cn or en-us; X-Company-Id.',
    by.apiClient('goes to its own host, with the token of the cookie, and may take 180,000 ms'),
    by.apiRequest('headers (specification §6, §7)'),
    by.apiRequest('without a session there is no authorisation, and English is en-us'),
  ),
  sentence(
    '7',
    'POST /api/v1/auth/login: query params → tokenType, accessToken.',
    by.identity('accepts the token at the top level, by form body and by query string'),
  ),
  sentence(
    '7',
    'user/simple/info, org/struct/check/identity, company/tenant/all, frontend/menu/code/lists.',
    by.identity('returns user info, identity, tenants and permission codes of the company in use'),
    by.loadSession('permissions, user info, identity, tenants are read in this order'),
  ),
  sentence(
    '7',
    'GET /ota/api/v2/ota/summary/{id}: the summary of a campaign.',
    by.campaigns('rings open one after the other, once the one before was watched'),
    by.campaigns("another company's firmware, gateways and campaigns are not there"),
    by.upgradeJourney('the campaign ends when they are back'),
  ),
  sentence(
    '7',
    'POST /ota/api/v2/ota/lists: the campaigns, by a filter body.',
    by.liveCampaigns('the export of campaigns applies the filters'),
    by.upgradeJourney('the campaign ends when they are back'),
  ),
  sentence(
    '7',
    'POST export url: filters with page 1, answered as binary, saved as a csv file named with the export label.',
    by.apiClient('posts the filters with page 1 and is saved under its label'),
    by.liveCampaigns('the export of campaigns applies the filters and is safe for spreadsheets'),
    by.liveCampaigns('the gateways of a campaign are exported while they are read'),
    by.diagnosticSeries('the server filters, sorts and pages the list, and exports a CSV without formulas'),
    by.devices('has every row whatever the page, a heading in the language, and no formula'),
  ),
]

export const errors: readonly Sentence[] = [
  sentence(
    '8',
    '40001, 40005: log out and go to login.',
    by.shell('%i goes to login and leads back after signing in'),
    by.sessionEnd('%s logs out and goes to login, once, however many calls fail'),
  ),
  sentence(
    '8',
    "50001, 50002, 41033: 'the following errors occurred' followed by ip:reason pairs.",
    by.sessionEnd('%s lists ip and reason'),
    by.apiErrors('the error catalogue (specification §8)'),
  ),
  sentence(
    '8',
    '40002, 40027, 40031, 40032: a single non-dismissable warning dialog with the server message.',
    by.shell('one dialog however many calls fail; only its button ends it, and leads to the root'),
    by.sessionEnd('is one dialog with the server message'),
    by.signIn('a frozen company is reported in the words of the server'),
  ),
  sentence(
    '8',
    'A type field, code 0 or binary data: success.',
    by.apiRequest('its code decides, not the status'),
    by.apiClient('posts the filters with page 1 and is saved under its label'),
  ),
  sentence(
    '8',
    "10010: silent. Any other code: error toast with the server message, or 'system error'.",
    by.sessionEnd('with the message'),
    by.apiErrors('an error without a message is shown as a system error'),
  ),
  sentence('8', "Timeout: 'API response timed out'.", by.apiClient('that takes too long says so')),
  sentence(
    '8',
    'A0230: on confirm local storage is cleared and navigation goes to the root.',
    by.shell('an expired page clears local storage on confirmation and goes to the root'),
  ),
  sentence(
    '8',
    "'Save failed: …', 'Field Error'.",
    by.shellSettings(
      'a form says that it was not saved, and what is wrong with a field that it does not have',
    ),
  ),
  sentence(
    '8',
    "'Browser does not support copying, please copy manually.'",
    by.shellSettings('where a browser does not copy, the text is selected and it says so'),
  ),
  sentence(
    '8',
    "'Disconnected, would you like to reconnect?'",
    by.shellSettings('a live stream that gave up asks whether to reconnect'),
    by.terminalJourney('is opened, worked in and replayed'),
  ),
  sentence(
    '8',
    "'Activation failed'.",
    by.applications('an activation of a withdrawn product fails with the reason; retried, it succeeds'),
  ),
]

export const constants: readonly Sentence[] = [
  sentence(
    '9',
    "Language zh, key 'lang', size 'default', layout left, theme dark, panel shown, tags on, fixed header off, logo on.",
    by.shellDefaults('the defaults are those of the specification'),
    by.shellSettings('each setting changes at once, is kept, and goes back to its default'),
    by.shellSettings('while its button is hidden the panel opens from the account menu'),
  ),
  sentence(
    '9',
    'Trial period 15 days.',
    by.registrations(
      'exists immediately where registration is open: 15 days of trial, its administrator signs in with the proved address',
    ),
    by.registrations('freezes the company at the end of a trial, and its sessions answer 40031'),
  ),
  sentence('9', 'Copy-confirmation flag shown 1500 ms.', by.shellSettings('a copy is confirmed for 1500 ms')),
  sentence(
    '9',
    'Request timeout 180000 ms; application-edit 1800000 ms.',
    by.apiRequest('%s may take %i ms'),
    by.apiClient('may take 180,000 ms'),
  ),
  sentence('9', 'Export always page 1.', by.apiClient('posts the filters with page 1')),
  sentence(
    '9',
    'User-code cookie 7 days; session cookie sstoken.',
    by.loadSession('permissions, user info, identity, tenants are read in this order'),
    by.cookies('the cookie sstoken of'),
  ),
  sentence(
    '9',
    'Password 8 to 20 characters with 3 of 4 classes; codes 6 digits; image code 4 digits; uploads 2, 5 and 20 MB.',
    by.fieldRules('the password %j'),
    by.fieldRules('the limits of uploads'),
  ),
  sentence(
    '9',
    'Packages basic, advanced, premium, flagship, trial with their quotas and prices; a trial lasts 15 days.',
    by.licences('has the packages of the design, and a company created through the console has one'),
    by.tenants('a trial is warned of on days 10 and 14'),
    by.allowance(
      'free orders of the package are counted down; beyond them the agreed price must be confirmed',
    ),
  ),
  sentence(
    '9',
    'Storage cycles: three months, six months, one year; synchronisation once a day, week, two weeks, month.',
    by.installation('data older than the storage cycle is deleted'),
    by.installation('the platform changes settings of the installation'),
  ),
  sentence(
    '9',
    'Storage intervals: once a day, week, two weeks, month.',
    by.installation('a company sets how often its inventory and configurations are stored'),
    by.snapshots('the clock takes the first at once, and no other before the storage interval'),
    by.configurations('the clock queues what is due at the storage interval, and no other'),
  ),
  sentence(
    '9',
    'Time ranges: last 12 hours, 24 hours, 1 day, 3 days, 7 days.',
    by.chartRange("a day begins at midnight of the reader's clock"),
    by.chartRange('an own range is in order'),
    by.monitoringJourney('a switch is tried, added, recognised and charted, and its words stay text'),
  ),
  sentence('9', 'Default channel 1.', by.integrationJourney('a robot is added, tested and edited')),
  sentence(
    '9',
    'Done tasks within 30 days.',
    by.tasks('done is what the person finished, within 30 days, and a wider range is refused'),
  ),
]
