import { type ComponentProps, lazy, Suspense } from 'react'
import { CheckBanner } from '../features/diagnostics/check-banner.tsx'
import { EnrolmentButton } from '../features/onboarding/enrolment-button.tsx'
import type { DeviceParts } from '../ui/device-parts.ts'
import { LoadingState } from '../ui/states.tsx'

// Loaded on first use.
const BatchDrawer = lazy(async () => ({
  default: (await import('../features/diagnostics/batch-drawer.tsx')).BatchDrawer,
}))
const DiagnosticsTab = lazy(async () => ({
  default: (await import('../features/diagnostics/diagnostics-tab.tsx')).DiagnosticsTab,
}))
const SettingsTab = lazy(async () => ({
  default: (await import('../features/gateway-settings/settings-tab.tsx')).SettingsTab,
}))
const FirstGateway = lazy(async () => ({
  default: (await import('../features/onboarding/first-gateway.tsx')).FirstGateway,
}))

/** Composes the features that contribute to the screens of devices. */
export const deviceParts: DeviceParts = {
  DiagnosticBatchDrawer: (props) => (
    <Suspense fallback={null}>
      <BatchDrawer {...props} />
    </Suspense>
  ),
  CheckBanner,
  DiagnosticsTab: (props: ComponentProps<typeof DiagnosticsTab>) => (
    <Suspense fallback={<LoadingState />}>
      <DiagnosticsTab {...props} />
    </Suspense>
  ),
  SettingsTab: (props: ComponentProps<typeof SettingsTab>) => (
    <Suspense fallback={<LoadingState />}>
      <SettingsTab {...props} />
    </Suspense>
  ),
  EnrolmentButton,
  FirstGateway: () => (
    <Suspense fallback={<LoadingState />}>
      <FirstGateway />
    </Suspense>
  ),
}
