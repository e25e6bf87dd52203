import { Form, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportError } from '../../lib/api-errors.ts'
import { chooseLanguage, chooseTimeZone } from '../../lib/preferences-sync.ts'
import { notify } from '../../lib/notify.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useTimeZone } from '../../lib/time-zone.ts'
import { Panel } from '../../ui/detail-page.tsx'

/** Language and time zone of the user: each is saved when selected. */
export function PreferencesSection() {
  const { t } = useTranslation()
  const language = useLanguage()
  const timeZone = useTimeZone()
  const [busy, setBusy] = useState(false)
  const zones = useMemo(() => {
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
    return [
      { value: '', label: t('account.zoneOfDevice', { zone: here }) },
      ...Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value })),
    ]
  }, [t])
  const keep = async (zone: string) => {
    setBusy(true)
    try {
      await chooseTimeZone(zone)
      notify.success(t('common.saved'))
    } catch (error) {
      reportError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title={t('account.habits')}>
      <Form layout="vertical" className="account-habits">
        <Form.Item label={t('account.language')} htmlFor="account-language">
          <Select
            id="account-language"
            value={language}
            options={[
              { value: 'zh', label: t('tenants.languages.zh') },
              { value: 'en', label: t('tenants.languages.en') },
            ]}
            onChange={(value) => void chooseLanguage(value)}
          />
        </Form.Item>
        <Form.Item label={t('account.timeZone')} extra={t('account.timeZoneHint')} htmlFor="account-zone">
          <Select
            id="account-zone"
            showSearch
            loading={busy}
            disabled={busy}
            value={timeZone ?? ''}
            options={zones}
            onChange={(value) => void keep(value)}
          />
        </Form.Item>
      </Form>
    </Panel>
  )
}
