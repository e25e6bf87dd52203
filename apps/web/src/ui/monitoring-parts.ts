import type { Isp } from '@netward/contract/outlet-values'
import type { OrderState } from '@netward/contract/states/work-order'
import { type ComponentType, createContext, useContext } from 'react'
import type { ChosenDevice } from '../lib/device-row.ts'
import type { Outcome } from './use-batch.ts'

interface BatchDrawer {
  readonly devices: readonly ChosenDevice[]
  readonly open: boolean
  readonly onClose: () => void
  readonly onDone: (refused: Outcome['failed']) => void
}

type DeviceKind = 'gateway' | 'equipment'

/** What measured values, alarms, and the drawers of devices, contribute to the pages of devices, outlets and lines. */
export interface MonitoringParts {
  /** Strip and availability at the top of a page. */
  readonly DeviceStanding: ComponentType<{ deviceId: string; kind: DeviceKind }>
  readonly OutletStanding: ComponentType<{ outletId: string }>
  readonly DevicePulse: ComponentType<{ deviceId: string; kind: DeviceKind }>
  readonly DeviceCharts: ComponentType<{ deviceId: string; kind: DeviceKind }>
  readonly DeviceComponents: ComponentType<{ deviceId: string }>
  readonly InterfaceCharts: ComponentType<{ deviceId: string; instance: string; speed: number | null }>
  readonly LineCharts: ComponentType<{ lineId: string; downMbps: number; upMbps: number }>
  readonly OutletPulse: ComponentType<{ outletId: string }>
  readonly OutletCharts: ComponentType<{ outletId: string }>
  readonly DeviceAlarms: ComponentType<{ deviceId: string }>
  /** Work orders about an alarm, a device or a site. */
  readonly SubjectOrders: ComponentType<{
    alarmId?: string
    deviceId?: string
    lineId?: string
    outletId?: string
    /** Of a new one. */
    title?: string
  }>
  /** Spare parts of an order; nothing for those who may not see parts. */
  readonly OrderParts: ComponentType<{ orderId: string; state: OrderState }>
  /** The engineer of a partner company who works on an order. */
  readonly OrderExternal: ComponentType<{ orderId: string; state: OrderState }>
  /** A button that makes a carrier fault of an outage; nothing for those who cannot make orders. */
  readonly ReportToCarrier: ComponentType<{
    lineId: string
    title: string
    description: string
    isp: Isp
    ispName: string
  }>
  /** A button that makes a report on a line. */
  readonly LineReportButton: ComponentType<{
    line: {
      readonly id: string
      readonly name: string
      readonly outletName: string
      readonly companyId: string
    }
  }>
  readonly DeviceAdvisories: ComponentType<{ deviceId: string }>
  /** Of the workbench. */
  readonly CurrentAlarms: ComponentType
  /** Outages of the ISP of a line, of an outlet, or of all in sight; nothing where there are none. */
  readonly CarrierOutages: ComponentType<{ lineId?: string; outletId?: string }>
  /** How the lines of a site do; nothing where it has none. */
  readonly OutletLineStrip: ComponentType<{ outletId: string }>
  readonly OutletTopology: ComponentType<{ outletId: string }>
  readonly OutletMaintenance: ComponentType<{ outletId: string }>
  readonly TimelineTab: ComponentType<{ deviceId: string }>
  readonly DeviceConfiguration: ComponentType<{ deviceId: string }>
  readonly DeviceSyslog: ComponentType<{ deviceId: string }>
  readonly AccessDrawer: ComponentType<{
    device: { readonly id: string; readonly name: string }
    open: boolean
    onClose: () => void
  }>
  readonly TagDrawer: ComponentType<BatchDrawer>
  readonly PlaceDrawer: ComponentType<BatchDrawer>
}

export const MonitoringPartsContext = createContext<MonitoringParts | null>(null)

/** @throws Error outside of app/monitoring-parts.tsx, which composes the features */
export function useMonitoringParts(): MonitoringParts {
  const parts = useContext(MonitoringPartsContext)
  if (parts === null) throw new Error('measured screens are composed by app/monitoring-parts.tsx')
  return parts
}
