import type { ShellAnswers } from './demo-shell.ts'

/** The prompt of a switch with Huawei VRP. */
export const vrpPrompt = (name: string): string => `<${name}>`

/** A configuration as VRP prints it. */
export const vrpConfiguration = (
  name: string,
  { vlans = [10], saved = '2026-01-05 03:00:00' }: { vlans?: readonly number[]; saved?: string } = {},
): string =>
  [
    '!Software Version V200R021C00SPC600',
    `!Last configuration was saved at ${saved}+08:00`,
    '#',
    `sysname ${name}`,
    '#',
    `vlan batch ${vlans.join(' ')}`,
    '#',
    'aaa',
    ' local-user admin password irreversible-cipher $1c$nJx)5ZQ{G+$Gv0lW/M)<$',
    ' local-user admin privilege level 15',
    '#',
    ...vlans.flatMap((vlan) => [`interface Vlanif${vlan}`, ` ip address 10.0.${vlan}.1 255.255.255.0`, '#']),
    'snmp-agent community read cipher %^%#Fh2kq%^%#',
    '#',
    'return',
  ].join('\n')

/** Answers of a switch with Huawei VRP. @param configuration what it runs now */
export const vrpAnswers =
  (configuration: () => string): ShellAnswers =>
  (line) => {
    if (line === '') return ''
    if (line === 'quit') return null
    if (line === 'screen-length 0 temporary')
      return 'Info: The configuration takes effect on the current user terminal interface only.\r\n'
    if (line === 'display current-configuration') return `${configuration().replaceAll('\n', '\r\n')}\r\n`
    return `                     ^\r\nError: Unrecognized command found at '^' position.\r\n`
  }
