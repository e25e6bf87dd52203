import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Permission } from '../../ui/permission.tsx'
import { EnrolmentSettings } from './enrolment-settings.tsx'

/** The button that opens the enrolment settings; absent without the permission. */
export function EnrolmentButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Permission codes={['DMS_SERVER_DEVICE_ENROLMENT']}>
      <Button onClick={() => setOpen(true)}>{t('devices.enrolment')}</Button>
      {/* A password that was shown is gone when the drawer closes. */}
      <Drawer
        title={t('devices.enrolment')}
        open={open}
        onClose={() => setOpen(false)}
        size={600}
        className="form-drawer"
        destroyOnHidden
      >
        <EnrolmentSettings />
      </Drawer>
    </Permission>
  )
}
