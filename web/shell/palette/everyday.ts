/** What people call in everyday words, in any of the three languages, what has another name here; by the id of the command. */
export const EVERYDAY: Record<string, string> = {
  'theme:0': 'modo claro dia light day',
  'theme:1': 'modo escuro noturno noite dark night oscuro',
  'language:pt': 'português portuguese portugués',
  'language:en': 'inglês english inglés',
  'language:es': 'espanhol spanish español',
  'own:volume': 'som sons toque barulho sound noise sonido ruido',
  'own:quiet': 'não perturbe mudo silenciar mute disturb molestar silencio',
  'own:push': 'notificações notifications notificaciones alertas alerts',
  'page:/connections': 'whatsapp número aparelho celular qr number phone device teléfono',
  'page:/users': 'convidar colegas equipe atendentes invite team agents invitar equipo agentes',
  'page:/quick-messages': 'modelos prontas templates canned plantillas',
  'page:/campaigns': 'disparos massa broadcast bulk masivo',
  profile: 'senha foto conta password photo account contraseña cuenta',
}
