import type { TopologyNode } from './topology.ts'

/** Outlines in a field of 24 × 24, drawn with a stroke. */
const shapes = {
  line: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  gateway: 'M3 13h18v6H3zM7 16h.01M11 16h.01M17 13V8M14 6c2-2 4-2 6 0',
  switch: 'M2 8h20v8H2zM6 12h2M10 12h2M14 12h2M18 12h.5',
  router: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M7 12h10M14 9l3 3-3 3',
  firewall: 'M4 4h16v16H4zM4 9h16M4 14h16M9 4v5M15 9v5M9 14v6',
  ap: 'M5 9a10 10 0 0 1 14 0M8 12a6 6 0 0 1 8 0M12 16h.01M4 20h16',
  printer: 'M7 9V4h10v5M5 9h14v7H5zM8 14h8v6H8z',
  till: 'M5 10h14v9H5zM8 10V5h8v5M9 14h.01M12 14h.01M15 14h.01',
  door: 'M7 3h10v18H7zM14 12h.01',
  neighbour: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17h.01',
  other: 'M4 5h16v11H4zM9 20h6M12 16v4',
} as const

const ofTypes: Readonly<Record<string, keyof typeof shapes>> = {
  smart_cpe: 'gateway',
  switch: 'switch',
  router: 'router',
  firewall: 'firewall',
  security_gateway: 'firewall',
  wireless_controller: 'ap',
  wireless_ap: 'ap',
  printer: 'printer',
  cash_register: 'till',
  access_control: 'door',
}

export function glyphOf({ kind, type }: Pick<TopologyNode, 'kind' | 'type'>): string {
  if (kind !== 'device') return shapes[kind]
  return shapes[ofTypes[type ?? ''] ?? 'other']
}
