import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Permission } from '../../ui/permission.tsx'

// Loaded when opened for the first time: the list does not need it.
const EnrolmentDrawer = lazy(async () => ({
  default: (await import('./enrolment-drawer.tsx')).EnrolmentDrawer,
}))

/** The button that opens the enrolment settings; absent without the permission. */
export function EnrolmentButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<boolean | null>(null)
  return (
    <Permission codes={['DMS_SERVER_DEVICE_ENROLMENT']}>
      <Button onClick={() => setOpen(true)}>{t('devices.enrolment')}</Button>
      {open !== null && (
        <Suspense fallback={null}>
          <EnrolmentDrawer open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Permission>
  )
}
