/** What the demo's switches run. @param revised after somebody has added the cameras' VLAN and closed spare ports */
export function switchConfiguration(name: string, revised: boolean): string {
  const vlans = revised ? '10 20 30 40' : '10 20 30'
  const port = (at: number): string[] => {
    const head = [`interface GigabitEthernet0/0/${at}`]
    if (at <= 3)
      return [
        ...head,
        ` description AP${at}`,
        ' port link-type trunk',
        ` port trunk allow-pass vlan ${vlans}`,
        ' poe priority high',
        '#',
      ]
    if (at === 10)
      return [...head, ' description 收银机 1', ' port link-type access', ' port default vlan 30', '#']
    if (at === 11)
      return [...head, ' description 打印机', ' port link-type access', ' port default vlan 30', '#']
    if (at === 16)
      return [
        ...head,
        ' description 监控 NVR',
        ' port link-type access',
        ` port default vlan ${revised ? 40 : 10}`,
        '#',
      ]
    if (at > 16 && revised)
      return [...head, ' shutdown', ' port link-type access', ' port default vlan 10', '#']
    return [...head, ' port link-type access', ' port default vlan 10', ' stp edged-port enable', '#']
  }
  return [
    '!Software Version V200R021C00SPC100',
    `!Last configuration was saved at ${revised ? '2026-11-20 10:12:40' : '2026-09-02 21:40:07'}+08:00`,
    '#',
    `sysname ${name}`,
    '#',
    `vlan batch ${vlans}`,
    '#',
    'stp bpdu-protection',
    ...(revised ? ['loopback-detect enable'] : []),
    '#',
    'aaa',
    ' authentication-scheme default',
    ' local-user netward password irreversible-cipher $1c$nJx)5ZQ{G+$Gv0lW/M)<T"8>@{NSV1.&1%5$',
    ' local-user netward privilege level 3',
    ' local-user netward service-type ssh',
    '#',
    'interface Vlanif10',
    ' ip address 10.10.0.2 255.255.255.0',
    '#',
    ...Array.from({ length: 24 }, (_, place) => port(place + 1)).flat(),
    'interface XGigabitEthernet0/0/1',
    ' description 上联网关',
    ' port link-type trunk',
    ` port trunk allow-pass vlan ${vlans}`,
    '#',
    'ip route-static 0.0.0.0 0.0.0.0 10.10.0.1',
    '#',
    'snmp-agent',
    'snmp-agent community read cipher %^%#Fh2kq8Jw{Wc#%^%#',
    'snmp-agent sys-info version v2c',
    '#',
    ...(revised ? ['info-center loghost 10.10.0.5', '#'] : []),
    'stelnet server enable',
    'ntp-service unicast-server 10.10.0.1',
    '#',
    'return',
  ].join('\n')
}

/** What the demo's firewall runs. */
export function firewallConfiguration(name: string, revised: boolean): string {
  return [
    '#config-version=FGT60F-7.2.8-FW-build1639-240313:opmode=0:vdom=0:user=netward',
    'config system global',
    `    set hostname "${name}"`,
    `    set admintimeout ${revised ? 10 : 480}`,
    '    set timezone 55',
    'end',
    'config system interface',
    '    edit "wan1"',
    '        set mode pppoe',
    `        set allowaccess ${revised ? 'ping' : 'ping https ssh'}`,
    '        set type physical',
    '    next',
    '    edit "internal1"',
    '        set ip 10.10.0.1 255.255.255.0',
    '        set allowaccess ping https ssh snmp',
    '    next',
    'end',
    'config system admin',
    '    edit "netward"',
    '        set accprofile "super_admin"',
    '        set password ENC SH2nH9aPqk1mQ0Zk3f8yVw==',
    '    next',
    'end',
    'config firewall policy',
    '    edit 1',
    '        set name "office-out"',
    '        set srcintf "internal1"',
    '        set dstintf "wan1"',
    '        set action accept',
    '        set service "ALL"',
    '    next',
    ...(revised
      ? [
          '    edit 12',
          '        set name "no-smb-out"',
          '        set srcintf "internal2"',
          '        set dstintf "wan1"',
          '        set action deny',
          '        set service "SMB"',
          '    next',
        ]
      : []),
    'end',
  ].join('\n')
}
