import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { FigureStrip } from '../ui/figure-strip.tsx'
import { type MonitoringParts, MonitoringPartsContext } from '../ui/monitoring-parts.ts'
import { LoadingState } from '../ui/states.tsx'

// Loaded on first use, and the chart library with the first chart.
const DeviceStanding = lazy(async () => ({
  default: (await import('../features/standing/device-standing.tsx')).DeviceStanding,
}))
const OutletStanding = lazy(async () => ({
  default: (await import('../features/standing/outlet-standing.tsx')).OutletStanding,
}))
const DevicePulse = lazy(async () => ({
  default: (await import('../features/metrics/device-pulse.tsx')).DevicePulse,
}))
const DeviceCharts = lazy(async () => ({
  default: (await import('../features/metrics/device-charts.tsx')).DeviceCharts,
}))
const DeviceComponents = lazy(async () => ({
  default: (await import('../features/metrics/device-components.tsx')).DeviceComponents,
}))
const InterfaceCharts = lazy(async () => ({
  default: (await import('../features/metrics/interface-charts.tsx')).InterfaceCharts,
}))
const LineCharts = lazy(async () => ({
  default: (await import('../features/metrics/interface-charts.tsx')).LineCharts,
}))
const OutletPulse = lazy(async () => ({
  default: (await import('../features/metrics/outlet-pulse.tsx')).OutletPulse,
}))
const OutletCharts = lazy(async () => ({
  default: (await import('../features/metrics/outlet-pulse.tsx')).OutletCharts,
}))
const DeviceAlarms = lazy(async () => ({
  default: (await import('../features/alarms/device-alarms.tsx')).DeviceAlarms,
}))
const SubjectOrders = lazy(async () => ({
  default: (await import('../features/orders/subject-orders.tsx')).SubjectOrders,
}))
const OrderParts = lazy(async () => ({
  default: (await import('../features/parts/order-parts.tsx')).OrderParts,
}))
const OrderExternal = lazy(async () => ({
  default: (await import('../features/engineers/order-external.tsx')).OrderExternal,
}))
const ReportToCarrier = lazy(async () => ({
  default: (await import('../features/orders/extras/report-to-carrier.tsx')).ReportToCarrier,
}))
const LineReportButton = lazy(async () => ({
  default: (await import('../features/line-reports/line-report-button.tsx')).LineReportButton,
}))
const DeviceAdvisories = lazy(async () => ({
  default: (await import('../features/advisories/device-advisories.tsx')).DeviceAdvisories,
}))
const CurrentAlarms = lazy(async () => ({
  default: (await import('../features/alarms/current-alarms.tsx')).CurrentAlarms,
}))
const CarrierOutages = lazy(async () => ({
  default: (await import('../features/lines/carrier-outages.tsx')).CarrierOutages,
}))
const OutletLineStrip = lazy(async () => ({
  default: (await import('../features/lines/outlet-line-strip.tsx')).OutletLineStrip,
}))
const OutletMaintenance = lazy(async () => ({
  default: (await import('../features/alarms/maintenance-note.tsx')).OutletMaintenance,
}))
const OutletTopology = lazy(async () => ({
  default: (await import('../features/topology/topology-part.tsx')).TopologyPart,
}))
const TimelineTab = lazy(async () => ({
  default: (await import('../features/devices/detail/timeline-tab.tsx')).TimelineTab,
}))
const DeviceConfiguration = lazy(async () => ({
  default: (await import('../features/configurations/device-configuration.tsx')).DeviceConfiguration,
}))
const DeviceSyslog = lazy(async () => ({
  default: (await import('../features/syslog/device-syslog.tsx')).DeviceSyslog,
}))
const AccessDrawer = lazy(async () => ({
  default: (await import('../features/terminal/access-drawer.tsx')).AccessDrawer,
}))
const TagDrawer = lazy(async () => ({
  default: (await import('../features/devices/tag-drawer.tsx')).TagDrawer,
}))
const PlaceDrawer = lazy(async () => ({
  default: (await import('../features/devices/place-drawer.tsx')).PlaceDrawer,
}))

/** Of the final size, so that nothing jumps. */
function StandingRoom({ cells }: { cells: number }) {
  return (
    <FigureStrip label="" cells={undefined} expected={cells}>
      <div className="figure-room" />
    </FigureStrip>
  )
}

/** A part that leaves its room empty until it is loaded. */
function later<Props extends object>(
  Part: ComponentType<Props>,
  rows: number,
  room: ReactNode = rows === 0 ? null : <LoadingState rows={rows} />,
): ComponentType<Props> {
  return function Later(props) {
    return (
      <Suspense fallback={room}>
        <Part {...props} />
      </Suspense>
    )
  }
}

const monitoringParts: MonitoringParts = {
  DeviceStanding: later(DeviceStanding, 0, <StandingRoom cells={8} />),
  OutletStanding: later(OutletStanding, 0, <StandingRoom cells={7} />),
  DevicePulse: later(DevicePulse, 2),
  DeviceCharts: later(DeviceCharts, 6),
  DeviceComponents: later(DeviceComponents, 6),
  InterfaceCharts: later(InterfaceCharts, 6),
  LineCharts: later(LineCharts, 6),
  OutletPulse: later(OutletPulse, 2),
  OutletCharts: later(OutletCharts, 0),
  DeviceAlarms: later(DeviceAlarms, 0),
  SubjectOrders: later(SubjectOrders, 0),
  OrderParts: later(OrderParts, 0),
  OrderExternal: later(OrderExternal, 0),
  ReportToCarrier: later(ReportToCarrier, 0),
  LineReportButton: later(LineReportButton, 0),
  DeviceAdvisories: later(DeviceAdvisories, 0),
  CurrentAlarms: later(CurrentAlarms, 0),
  CarrierOutages: later(CarrierOutages, 0),
  OutletLineStrip: later(OutletLineStrip, 0),
  OutletTopology: later(OutletTopology, 8),
  OutletMaintenance: later(OutletMaintenance, 0),
  TimelineTab: later(TimelineTab, 6),
  DeviceConfiguration: later(DeviceConfiguration, 6),
  DeviceSyslog: later(DeviceSyslog, 6),
  AccessDrawer: later(AccessDrawer, 0),
  TagDrawer: later(TagDrawer, 0),
  PlaceDrawer: later(PlaceDrawer, 0),
}

/** A screen with what other features contribute to it. */
export function measured(Screen: ComponentType): ComponentType {
  return function Measured() {
    return (
      <MonitoringPartsContext value={monitoringParts}>
        <Screen />
      </MonitoringPartsContext>
    )
  }
}
