import { Button, Drawer, Segmented, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { contentThemes, layouts, menuThemes, sizes } from '../../lib/default-preferences.ts'
import { contentThemeStore, setSize, setTheme, useSize } from '../../lib/preferences.ts'
import { changeSettings, resetSettings, useShellSettings } from '../../lib/shell-settings.ts'
import { useStore } from '../../lib/store.ts'
import './settings-panel.css'

/** Appearance of the console for this user in this browser. Changes apply at once. */
export function SettingsPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const settings = useShellSettings()
  const contentTheme = useStore(contentThemeStore)
  const size = useSize()
  const switches = [
    ['tagsView', t('shell.settings.tagsView')],
    ['fixedHeader', t('shell.settings.fixedHeader')],
    ['sidebarLogo', t('shell.settings.sidebarLogo')],
    ['settingsPanel', t('shell.settings.settingsPanel')],
  ] as const
  return (
    <Drawer
      title={t('shell.settings.title')}
      open={open}
      onClose={onClose}
      size={340}
      className="settings-panel"
      footer={<Button onClick={resetSettings}>{t('shell.settings.reset')}</Button>}
    >
      <Choice
        label={t('shell.settings.layout')}
        values={layouts}
        value={settings.layout}
        name={(layout) => t(`shell.settings.layouts.${layout}`)}
        choose={(layout) => changeSettings({ layout })}
      />
      <Choice
        label={t('shell.settings.theme')}
        values={menuThemes}
        value={settings.theme}
        name={(theme) => t(`shell.settings.themes.${theme}`)}
        choose={(theme) => changeSettings({ theme })}
      />
      <Choice
        label={t('shell.settings.content')}
        values={contentThemes}
        value={contentTheme}
        name={(theme) => t(`shell.settings.themes.${theme}`)}
        choose={setTheme}
      />
      <Choice
        label={t('shell.settings.size')}
        values={sizes}
        value={size}
        name={(one) => t(`shell.settings.sizes.${one}`)}
        choose={setSize}
      />
      {switches.map(([name, label]) => (
        <Row key={name} label={label}>
          {(id) => (
            <Switch
              aria-labelledby={id}
              checked={settings[name]}
              onChange={(on) => changeSettings({ [name]: on })}
            />
          )}
        </Row>
      ))}
      {!settings.settingsPanel && <p className="settings-hint">{t('shell.settings.hiddenHint')}</p>}
    </Drawer>
  )
}

function Row({ label, children }: { label: string; children: (labelId: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="settings-row">
      <span id={id}>{label}</span>
      {children(id)}
    </div>
  )
}

function Choice<T extends string>(props: {
  label: string
  values: readonly T[]
  value: T
  name: (value: T) => string
  choose: (value: T) => void
}) {
  return (
    <Row label={props.label}>
      {(id) => (
        <Segmented<T>
          aria-labelledby={id}
          value={props.value}
          options={props.values.map((value) => ({ value, label: props.name(value) }))}
          onChange={props.choose}
        />
      )}
    </Row>
  )
}
