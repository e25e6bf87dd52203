import * as by from './proofs.ts'
import { later, type Sentence, sentence } from './sentence.ts'

export const purposeAndUsers: readonly Sentence[] = [
  sentence(
    '1',
    'The product manages smart CPE gateways and serves multiple tenants.',
    by.firstLine('a newcomer sees a gateway come online'),
    by.firstLine('holds what belongs to the company'),
    by.gatewayLife('is claimed, configured, diagnosed, upgraded and entered'),
    by.templateJourney('is tried on one gateway before all have it'),
    by.templates('that drifts is shown with what differs, and mended when it is asked for'),
    by.diagnosticJourney('a ping tells its loss'),
    by.deviceChecks('that is healthy: every part completes, and one sentence says so'),
  ),
  sentence(
    '1',
    'Users by identity value: 1 platform administrator, 2 MSP administrator, 3 tenant administrator, 4 other.',
    by.identity('returns user info, identity, tenants and permission codes of the company in use'),
  ),
  sentence(
    '1',
    'Single sign-on by WeCom, DingTalk, Microsoft O365/Azure AD.',
    by.signOnVendors('a member comes in by QR code, an outsider of the directory does not'),
    by.signOnVendors('a member comes in; strangers, external contacts and people of another company do not'),
    by.signOnVendors(
      'people of the tenant come in by their object id; another tenant, guests and other domains do not',
    ),
    by.signOnOidc('a linked member signs in, and the session opens the company of the channel alone'),
    by.signOnSaml(
      'a linked member comes in by a signed assertion, with a cookie that other sites may bring back',
    ),
    by.signOnJourney('a channel is added, an outsider refused, an account linked'),
  ),
  sentence(
    '1',
    'SMS and mail gateway settings; message notifications.',
    by.integrations('by SMS fills in the template of each vendor'),
    by.integrations('of mail goes to the tester’s verified address alone'),
    by.notices('hears of an alarm and of its end, each once however often the sweep runs'),
    by.noticeJourney('an alarm reaches the bell and the group'),
    by.noticeMail('one bad recipient does not stop the others, and is not tried again'),
    by.receipts('that the carrier refuses goes through the next gateway, and fails after the last'),
    by.noticeDay('a day in fast time'),
    by.calls('reads the template, and the key acknowledges the alarm in the name of the person'),
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

export const routes: readonly Sentence[] = [
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
    by.gettingAnAccount('an account is completed at its first sign-in'),
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
    '/equipmentManagement redirects to /equipmentManagement/intelligence, which is the smart CPE list.',
    by.routeTable('%s needs %s, stands in the menu %s and leads to %s'),
    by.firstLine('holds what belongs'),
    by.firstLine('a link reproduces a filtered list'),
  ),
  sentence(
    '2',
    '/ is the workbench and redirects to /homePage.',
    by.guard('the workbench is the landing page of users who may see it'),
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
  sentence(
    '2',
    '/organizationManagement/tenant, product and license.',
    by.tenantJourney('an operator makes an MSP and its customer'),
    by.applicationJourney(
      'the platform withdraws a product and publishes it again',
    ),
    by.licenceJourney('from issue to exceeded'),
  ),
  sentence(
    '2',
    '/permissionManagement/roles.',
    by.roleJourney('a role is copied, narrowed after a look at who loses what'),
  ),
  sentence(
    '2',
    '/systemSettings/productManagement.',
    by.applicationJourney('a product is activated, its key is shown once'),
  ),
  sentence(
    '2',
    '/equipmentManagement/remoteTerminal: remote terminal.',
    by.terminalJourney('is opened, worked in and replayed'),
    by.terminalJourney('is asked for, allowed by the tenant on its screen, watched and ended'),
    by.terminals('a terminal over SSH: what is typed reaches the device'),
    by.terminals('a changed host key is refused with both fingerprints'),
    by.terminals('no connection goes to an address that may not be called'),
    by.terminalConsent('nothing reaches the device before the tenant allows it'),
    by.terminalProfiles('a secret is sealed, never returned, and signs in the terminal that requested it'),
    by.telnetServer('options are agreed, the login is answered'),
    by.openSsh('is entered by a key'),
    by.gatewayLife('what was done in it is replayed'),
  ),
  sentence(
    '2',
    'Page titles are registered for overview, smart CPE, smart CPE details and remote terminal.',
    by.overviewPages('the overview leads to the one that fits'),
    by.firstLine('a newcomer sees a gateway come online'),
    by.gatewayLife('what was done in it is replayed'),
  ),
  sentence(
    '2',
    'Screens: workbench, global overview and network overview.',
    by.overview('customers come worst first, with what each list counts'),
    by.overview('figures equal the totals of the lists that they open, for each identity'),
    by.personal('what a person follows is theirs, and filters alarms'),
    by.overviewPages('the overview leads to the one that fits'),
  ),
  sentence(
    '2',
    'Third-party integration: entering the list records who comes from the edit page, which takes `id` and `channel`.',
    by.integrationJourney('a robot is added, tested and edited'),
    by.listReturn('who comes back from the edit page finds the list as it was, once'),
    by.listReturn('who goes elsewhere from the edit page finds a fresh list later'),
  ),
  sentence(
    '2',
    'Operations centre: four children on one chart page, differing by permission and chart code.',
    by.operationsRoutes('%s of the operations centre needs %s'),
    by.operationsRoutes('leads to its first child, or to the first that is permitted'),
    by.charts('each number is the total of the list that it opens: ${who}'),
    by.charts('a page lists the panels of rights and products'),
  ),
  later(
    '2',
    'AI.',
    'the features themselves: a route without one is left out',
    by.guard('without a child is no route and stands in no menu'),
  ),
]

export const entities: readonly Sentence[] = [
  sentence(
    '3',
    'Tenant: name, code, abbreviation, domain, logo, type, status, parent, contact, administrator account.',
    by.tenants('an MSP creates an MSP and a customer below itself, and its administrator is invited'),
    by.tenants('what is taken or makes no sense is refused at its field'),
    by.tenants('it is searched, filtered and sorted'),
  ),
  sentence(
    '3',
    'Member: name, role, department, phone, email, password, status.',
    by.members('lists members with their roles, and with masked addresses'),
    by.memberActs('changes name, roles and department of a membership, with before and after in the log'),
    by.memberActs(
      'an administrator sends a reset link to the verified address only, within the limit of the person',
    ),
  ),
  sentence(
    '3',
    'Role: name, description, permissions, affiliation.',
    by.roles('the list has the built-in roles first'),
    by.publishing('a published role is a copy in each company below'),
  ),
  sentence(
    '3',
    'Department and organisation: name, parent.',
    by.departments(
      'builds, renames, moves and deletes a tree, counts its members, and audits before and after',
    ),
  ),
  sentence(
    '3',
    'Product: name and description in both languages, category, type, icon, version.',
    by.products('a service is published with its icon'),
    by.products('a change is kept with what was there before'),
  ),
  sentence(
    '3',
    'Application: display name, icon, app ID, key.',
    by.applicationJourney('a product is activated, its key is shown once'),
  ),
  sentence(
    '3',
    'Licence: type, quantity, remaining, effective time, validity, file, update history with both values.',
    by.licences(
      'issues, renews, enlarges, reduces and revokes a licence; its history has each change with both values',
    ),
    by.quotas('a file of a trusted issuer applies'),
  ),
  sentence(
    '3',
    'Device: name, model, brand, type, IP address, MAC address, serial number, online status, last connection time.',
    by.deviceLists('finds in the tree what the tree holds'),
    by.deviceLists(
      'devices without an Inform sort last by last Inform, in both directions and on later pages',
    ),
    by.devices('has every row whatever the page, a heading in the language, and no formula'),
    by.devices('its detail derives the WAN interfaces from its parameters'),
  ),
  sentence(
    '3',
    'Failure responses may carry a list of items with ip and reason.',
    by.deviceBatches('names each refused device with its reason and continues with the others: 50001'),
    by.deviceChecks('several gateways: lists the refused, accepts those with a running check'),
  ),
  sentence(
    '3',
    'Device: name, model, brand, type, IP address, MAC address, serial number, online status, last connection time.',
    by.equipment('a device is added by hand, listed with its outlet, counted by type, and edited'),
    by.equipment('the list of smart CPE has no other devices'),
    by.realCollector('a device is tried, added, recognised and measured by the real collector'),
    by.monitoringJourney('a switch is tried, added, recognised and charted, and its words stay text'),
  ),
  sentence(
    '3',
    'Integration channels.',
    by.integrations('keeps its secrets to itself: not in answers, not in the log of acts'),
    by.integrations('is found by state and kind, is paused, and goes with its secrets'),
  ),
  sentence(
    '3',
    'Data sharing keys.',
    by.sharingKeys('the secret of a key is answered once, stored as a hash, and in no log'),
    by.sharingKeys('both companies read what was done with a key, in its log and in the audit log'),
    by.hostileSharing('the redeemer reads no row and no hidden column of the issuer by SQL'),
  ),
]

export const statesOfSession: readonly Sentence[] = [
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
    by.followRights('a refusal reloads the rights, and the menu follows'),
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
  sentence(
    '4',
    'Tenants: formal, POC, trial; active, frozen, deactivated; freeze, thaw, convert to formal.',
    by.tenantStates('any sequence of moves does what the table says, and nothing else'),
    by.tenants('a freeze applies to the next request of an open session, with its reason, and is lifted'),
  ),
  sentence(
    '4',
    'Products and applications: activating, normal, maintenance, deactivated, abnormal, deleted.',
    by.products('in each state the moves of its table are taken'),
    by.applications('allows only the moves of the table, in any order'),
    by.applications('in maintenance its people see why and until when'),
  ),
  sentence(
    '4',
    'Members: enabled or disabled.',
    by.memberActs(
      'a disabled member is out with the next request; the others of a batch are listed with reasons',
    ),
    by.memberJourney('a member disabled at work is notified with the next click, and has to sign in again'),
  ),
  sentence(
    '4',
    'Devices: online or offline.',
    by.firstLine('goes offline before the eyes'),
    by.devices('counts follow every change, in each scope'),
    by.poller('a device is online when it answers, overdue after one silent round, offline after two'),
  ),
  sentence(
    '4',
    'Licences: expired, permanent, exceeded.',
    by.licences('a licence grants nothing from its end on, without a sweep'),
    by.quotas('an addition beyond the quota names the kind'),
  ),
]
