import type { texts as zhTexts, zabbix as zh } from '../zh/zabbix.ts'

export const zabbix: typeof zh = {
  outcomes: {
    new: 'Will be added',
    added: 'Added',
    known: 'Imported before',
    taken: 'Address taken',
    twice: 'Duplicate address',
    left_out: 'Left out',
    refused: 'Cannot be imported',
    failed: 'Failed',
  },
  findings: {
    host_wrong: '{{field}}: not a host',
    name_missing: '{{field}}: the name of the host is missing',
    field_wrong: '{{field}}: wrong format',
    address_missing: '{{field}}: no address',
    address_wrong: '{{field}}: "{{value}}" is not an IP address',
    address_local: '{{field}}: {{value}} is the Zabbix server itself, or not a unicast address',
    dns_only:
      '{{field}}: only the name "{{value}}"; enter the IP address in Zabbix, or add the device by hand',
    macro_unknown: '{{field}}: the file has no value of the macro {{value}}',
    port_wrong: '{{field}}: "{{value}}" is not a port from 1 to 65535',
    name_cut: '{{field}}: longer than 100 characters, shortened',
    more_addresses: '{{field}}: several addresses; that of the default interface is used',
    not_allowed:
      '{{field}}: {{value}} is outside the ranges that this installation may reach; it is added but not polled',
    through_proxy:
      '{{field}}: Zabbix polls it through the proxy "{{value}}"; it may be out of reach from here',
    credential_wrong: '{{field}}: "{{value}}" is not supported',
    secret_wrong: '{{field}}: wrong length; enter it again',
  },
  reasons: {
    taken: '"{{name}}" of the same site has this address and port',
    known: 'Imported before as "{{name}}"',
    twice: 'An earlier host of the file has this address and port in the same site',
    disabled: 'Disabled in Zabbix',
    withoutSnmp: 'Without an SNMP interface',
    changed: 'Changed since the import',
  },
  noCredential: 'No SNMP credentials chosen (macro: {{macros}}); those that fit are tried in their order',
}

export const texts: typeof zhTexts = {
  errors: {
    'zabbix.not_found': 'This import from Zabbix does not exist',
    'zabbix.whole_company': 'An import from Zabbix requires a data scope of the whole tenant',
    'zabbix.xml': 'XML is not supported: export YAML or JSON from Zabbix',
    'zabbix.unreadable': 'The file is not valid YAML or JSON: line {{line}}',
    'zabbix.not_an_export': 'The file is not an export of Zabbix: zabbix_export is missing',
    'zabbix.wrong_version': 'Exports of version {{version}} are not supported: 5.0 to 7.4 are',
    'zabbix.no_hosts': 'The file has no hosts: export them from the list of hosts in Zabbix',
    'zabbix.too_many_hosts': 'The file has {{found}} hosts; one import takes at most {{most}}',
    'zabbix.aliases': 'The file has YAML anchors or aliases, which Zabbix does not export',
    'zabbix.too_complex': 'The file is too complex: export fewer hosts at a time',
    'zabbix.move_not_allowed': 'The state of the import does not allow this',
    'zabbix.nothing_to_add': 'There is no host to add',
    'zabbix.changed_since':
      '{{count, device|devices}} of the import changed since: it cannot be undone as a whole',
    'zabbix.group_not_found': 'The host groups differ from those of the import: reload the page',
    'zabbix.credential_incomplete':
      'The credentials are incomplete: enter the missing community or passphrase, or choose an existing set',
  },
  permissions: {},
  actions: {
    'zabbix.import_decided': 'Change an import from Zabbix',
    'zabbix.import_discarded': 'Discard an import from Zabbix',
    'zabbix.import_finished': 'Import from Zabbix finished',
    'zabbix.import_prepared': 'Upload an export of Zabbix',
    'zabbix.import_started': 'Start an import from Zabbix',
    'zabbix.import_undone': 'Undo an import from Zabbix',
    'zabbix.undo_finished': 'Undoing an import from Zabbix finished',
  },
  groups: { zabbix: 'Imports from Zabbix' },
  titles: {},
}
