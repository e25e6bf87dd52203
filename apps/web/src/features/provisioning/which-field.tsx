import {
  maxPlaces,
  settingBands,
  type SettingWay,
  templateSettings,
  type TemplateSettingSection,
} from '@netward/contract/template-settings'
import { Input, Select } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { choiceWord } from '../../lib/setting-words.ts'
import { type Which, whichBy } from './setting.ts'

/** Which of a section's instances. Form.Item passes value, change and id to it. */
export function WhichField(props: {
  section: TemplateSettingSection
  id?: string
  value?: Which
  onChange?: (which: Which) => void
}) {
  const { t } = useTranslation()
  const { section, id, value: which = whichBy('all'), onChange } = props
  const band = 'band' in which ? which.band : undefined
  const banded = (next: Which): Which =>
    band === undefined || next.by === 'in_use' || next.by === 'username' ? next : { ...next, band }
  const chosen = which.by === 'place' ? `place:${which.place}` : which.by
  return (
    <div className="provisioning-which">
      {section === 'wifi' && (
        <Select
          aria-label={t('provisioning.settings.band')}
          value={band ?? ''}
          options={[
            { value: '', label: t('provisioning.settings.anyBand') },
            ...settingBands.map((value) => ({ value, label: choiceWord(t, 'band', value) })),
          ]}
          onChange={(value) => {
            const next = which.by === 'place' ? whichBy('place', which.place) : whichBy('all')
            const chosenBand = settingBands.find((one) => one === value)
            onChange?.(chosenBand === undefined ? next : ({ ...next, band: chosenBand } as Which))
          }}
        />
      )}
      <Select
        {...(id !== undefined && { id })}
        aria-label={t('provisioning.settings.which')}
        value={chosen}
        options={templateSettings[section].ways.flatMap((way) => optionsOf(way, t))}
        onChange={(value) => {
          const [by, place] = value.split(':') as [SettingWay, string | undefined]
          onChange?.(banded(whichBy(by, Number(place ?? 1))))
        }}
      />
      {which.by === 'username' && (
        <Input
          aria-label={t('provisioning.settings.username')}
          placeholder={t('provisioning.settings.username')}
          value={which.username}
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange?.({ by: 'username', username: target.value })}
        />
      )}
    </div>
  )
}

function optionsOf(way: SettingWay, t: TFunction): { value: string; label: string }[] {
  if (way !== 'place') return [{ value: way, label: t(`provisioning.settings.ways.${way}`) }]
  return Array.from({ length: maxPlaces }, (_, index) => ({
    value: `place:${index + 1}`,
    label: t('provisioning.settings.ways.place', { place: index + 1 }),
  }))
}
