import { useTranslation } from 'react-i18next'
import { type SettingName, settingWords } from '../lib/setting-words.ts'
import './setting-path.css'

/** A parameter by its path, and by the name of the setting that it came from. */
export function SettingPath({ path, setting }: { path: string; setting: SettingName | null }) {
  const { t } = useTranslation()
  if (setting === null) return <span className="mono">{path}</span>
  return (
    <span className="setting-path">
      <span>{settingWords(t, setting)}</span>
      {path !== '' && <span className="mono">{path}</span>}
    </span>
  )
}
