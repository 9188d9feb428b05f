import { Sheet } from './dialog'
import { t } from './i18n'
import { keycaps, shortcuts } from './keys'

/** Every shortcut there is, by where it works. */
export default function KeysSheet({ close }: { close: () => void }) {
  const groups = Map.groupBy(shortcuts(), ([, shortcut]) => shortcut.group)
  return (
    <Sheet title={t('keys.title')} close={close}>
      {[...groups].map(([group, list]) => (
        <section key={group} className="keys-group" tabIndex={0}>
          <h3>{t(group)}</h3>
          <dl>
            {list.map(([id, { keys, label }]) => (
              <div key={id}>
                <dt>{t(label)}</dt>
                <dd>
                  {keys.map(combination => (
                    <span key={combination} className="keys">
                      {keycaps(combination).map(key => (
                        <kbd className="kbd" key={key}>
                          {key}
                        </kbd>
                      ))}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Sheet>
  )
}
