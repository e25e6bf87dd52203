import * as by from './proofs.ts'
import type { Proof } from './proofs.ts'

export type Section = '1' | '2' | '4' | '5' | '6' | '8' | '9'

/** One sentence of the specification and the tests that prove it, in Chromium or on the API. */
export interface Sentence {
  readonly section: Section
  readonly says: string
  readonly proofs: readonly Proof[]
  /** The feature is not there yet: neither are its routes, and nothing pretends to be it. */
  readonly waitsFor?: string
}

const sentence = (section: Section, says: string, ...proofs: Proof[]): Sentence => ({ section, says, proofs })
const later = (section: Section, says: string, waitsFor: string, ...proofs: Proof[]): Sentence => ({
  section,
  says,
  proofs,
  waitsFor,
})

const purposeAndUsers: readonly Sentence[] = [
  sentence(
    '1',
    'The product manages smart CPE gateways and serves multiple tenants.',
    by.firstLine('a newcomer sees a gateway come online'),
    by.firstLine('holds what belongs to the company'),
  ),
  sentence(
    '1',
    'Users by identity value: 1 platform administrator, 2 MSP administrator, 3 tenant administrator, 4 other.',
    by.identity('user info, identity, tenants and permission codes are those of the company in use'),
  ),
  sentence(
    '1',
    'An optional single-account mode limits the app to login and account settings.',
    by.singleAccount('has login and the account settings, and sends every other path to the home address'),
    by.singleAccount('without a session only login and the root are open'),
  ),
  sentence(
    '1',
    'The interface is in Chinese (default) and English.',
    by.shellSettings('without a choice: Chinese'),
    by.shellSettings('a language that is chosen is kept twice and shown without a reload'),
  ),
  sentence(
    '1',
    "A company path prefix: any 'login' segment and all slashes are removed, the remainder is it; at the root it is empty.",
    by.prefix('the company prefix (specification §1)'),
    by.signIn('under a prefix the name of the company comes without moving anything'),
  ),
  sentence(
    '1',
    "The app mounts on an element with id 'app'.",
    by.shellSettings('the focus goes to the heading'),
  ),
]

const routes: readonly Sentence[] = [
  sentence(
    '2',
    'The document title is set from the route title on each navigation.',
    by.shell('each has its title'),
  ),
  sentence(
    '2',
    'Menu entries are filtered by route mode: default or admin.',
    by.guard('shows administration in the admin mode alone'),
    by.shellSettings('shows one mode, follows the open page, and stays as it was'),
  ),
  sentence('2', "Children share their parent's layout.", by.shellSettings('the focus goes to the heading')),
  sentence('2', 'The main layout is loaded on demand.', by.shell('the main layout is downloaded on demand')),
  sentence(
    '2',
    'Reachable without a session: /login, the root and /completeAccount.',
    by.shell('the root and login show the sign-in page, and anything else leads to login'),
    by.routeTable(
      'without a session login, the root and the completion of an account are open, and nothing else',
    ),
    by.signIn('an account is completed at its first sign-in'),
  ),
  sentence(
    '2',
    '/404: not found; any unknown path goes here. /redirect/{path} is the redirect helper.',
    by.shell('groups and the redirect helper lead on, unknown paths to 404'),
  ),
  sentence(
    '2',
    'The routes with their permission codes, modes and redirects.',
    by.routeTable('%s needs %s, stands in the menu %s and leads to %s'),
    by.guard('leads to its page, or to the first of its children that is left'),
  ),
  sentence(
    '2',
    '/equipmentManagement/intelligence is the smart CPE list.',
    by.firstLine('holds what belongs'),
  ),
  sentence(
    '2',
    '/ is the workbench and redirects to /homePage.',
    by.guard('the workbench is the landing page of whoever may see it'),
    by.workbench('each number opens the list that it counts'),
  ),
  sentence(
    '2',
    '/personal/information and /systemSettings/personalInformation.',
    by.routeTable('personal information is one screen in two places'),
    by.account('the name is changed in the frame too, and the same screen stands in the settings'),
  ),
  sentence('2', '/systemSettings/generalSettings.', by.settings('a logo is chosen, shown and removed')),
  sentence(
    '2',
    '/permissionManagement/organizationalStructure.',
    by.people('somebody is invited, joins in a browser of their own, and is listed at once'),
  ),
  sentence(
    '2',
    'Single mode: only / with child /accountSetting, plus login.',
    by.singleAccount('has login and the account settings'),
    by.guard('single-account mode (specification §1, §2, §4)'),
  ),
  later(
    '2',
    'Remote terminal, operations centre, tenants, products, licences, roles, applications, integrations, AI.',
    'the features themselves: a route without one is left out',
    by.guard('without a child is no route and stands in no menu'),
  ),
]

const statesOfSession: readonly Sentence[] = [
  sentence(
    '4',
    'With no token, only login, root and complete-account are reachable; all else redirects to login.',
    by.shell('the root and login show the sign-in page, and anything else leads to login'),
    by.firstLine('a deep link without a session leads to the sign-in page'),
  ),
  sentence(
    '4',
    'The first navigation loads the permission list, then user info, identity and tenant list.',
    by.shell('the first navigation asks for permissions, user info, identity and tenants, in this order'),
    by.loadSession('permissions, user info, identity, tenants are read in this order'),
  ),
  sentence(
    '4',
    'Visiting /login while signed in goes to the root.',
    by.shell('groups and the redirect helper lead on, unknown paths to 404, login to the root'),
  ),
  sentence(
    '4',
    'Failing to load user info or identity resets the token and goes to login.',
    by.shell('where %s fails the token is reset and login comes'),
    by.loadSession('a failure of %s leaves no session'),
  ),
  sentence(
    '4',
    'Routes whose permission code is missing are removed.',
    by.guard('that is not permitted takes its children with it'),
    by.shell('a right that is taken while the console is open leaves the menu'),
    by.followRights('a refusal reads the rights anew, and the menu follows'),
  ),
  sentence(
    '4',
    'If the landing page is missing, navigation goes to the first route.',
    by.guard('where the landing page is missing, the first permitted route is it'),
  ),
  sentence(
    '4',
    'Single mode sends any path other than /accountSetting to a configured home address.',
    by.singleAccount('sends every other path to the home address'),
    by.singleAccount('leads to the account settings instead of loading it again and again'),
  ),
  sentence(
    '4',
    'Logout clears the token and cookies, goes to login and reloads the page.',
    by.shell('signing out ends the session, clears its cookies, goes to login and loads the page anew'),
  ),
  sentence(
    '4',
    'Sidebar: opened or closed, stored between visits, can be toggled.',
    by.shellSettings('the sidebar is closed and opened, and stays so'),
  ),
  sentence(
    '4',
    "A global language value is used first; 'lang' in local storage overrides it; the document language is it, or zh.",
    by.preferences('with the global value %s and the stored one %s the language is %s'),
    by.shellSettings('a global language comes first, what is stored under lang overrides it'),
  ),
  sentence('4', 'Device mode defaults to desktop.', by.shellSettings('without a choice: Chinese, desktop')),
]

const validation: readonly Sentence[] = [
  sentence(
    '5',
    'Password: present, 8 to 20, at least 3 of 4 classes.',
    by.fieldRules('the password %j'),
    by.signIn('what is wrong is told on its field'),
    by.identity('passwords follow the rules, and common ones are refused'),
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
    by.signIn('what is wrong'),
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
    by.logo('the type is that of the content, whatever name and header say'),
    by.imageFile('%s of %i bytes'),
    by.settings('a logo is chosen, shown and removed'),
  ),
  sentence(
    '5',
    'An uploaded file at most 20 MB, not empty; import accepts CSV only.',
    by.importFile('%s of %i bytes: %s'),
  ),
  sentence(
    '5',
    'Required-field messages: username, password, original, new and repeated password, new phone, new email, member name and role.',
    by.signIn('what is wrong is told on its field'),
    by.account('a new password ends the other sessions'),
    by.account('a new mail address is proved'),
    by.people('somebody is invited, joins'),
  ),
  later(
    '5',
    'Required-field messages: role, product, application, domain name, tenant, validity date.',
    'the forms that have these fields; the phrases are there',
  ),
  sentence(
    '5',
    'A valid phone or email must be entered.',
    by.fieldRules('%j is no phone'),
    by.fieldRules('%j is no mail address'),
    by.signIn('what is wrong is told on its field'),
  ),
  sentence(
    '5',
    'A permission directive needs a non-empty list; the element is removed unless all codes are held.',
    by.permissions('an empty list of codes throws'),
    by.permissions('all codes are needed'),
  ),
]

const roles: readonly Sentence[] = [
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

const errors: readonly Sentence[] = [
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
    by.signIn('a frozen company is told in the words of the server'),
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
  ),
  later('8', "'Activation failed'.", 'the activation of applications; the phrase is there'),
]

const constants: readonly Sentence[] = [
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
    by.registrations('on trial for 15 days'),
    by.registrations('a trial that is over'),
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
  later(
    '9',
    'Done tasks within 30 days, time ranges, storage and sync intervals, packages and prices, default channel 1.',
    'work orders, charts, storage cycles, the catalogue and integrations',
  ),
]

export const sentences: readonly Sentence[] = [
  ...purposeAndUsers,
  ...routes,
  ...statesOfSession,
  ...validation,
  ...roles,
  ...errors,
  ...constants,
]
