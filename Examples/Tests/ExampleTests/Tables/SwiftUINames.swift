/// The names of SwiftUI's public interface for iOS 18 and macOS 15, with newer ones.
///
/// Names without a leading underscore; of overloads the base name. The page of differences lists
/// each of them.
enum SwiftUINames {
  /// The types that are views, and those that stand in their place.
  static let views = names(
    """
    AngularGradient AnyView AsyncImage Button Canvas Capsule Circle Color ColorPicker
    ContainerRelativeShape ContentUnavailableView ControlGroup DatePicker DisclosureGroup
    Divider DocumentLaunchView EditButton Ellipse EllipticalGradient EmptyView EquatableView
    ForEach Form Gauge GeometryReader GlassEffectContainer Grid GridRow Group GroupBox HelpLink
    HSplitView HStack Image KeyframeAnimator Label LabeledContent LazyHGrid LazyHStack
    LazyVGrid LazyVStack LinearGradient Link List Menu MenuButton MeshGradient ModifiedContent
    MultiDatePicker NavigationLink NavigationSplitView NavigationStack NavigationView
    NewDocumentButton OutlineGroup PasteButton PhaseAnimator Picker ProgressView RadialGradient
    Rectangle RenameButton RoundedRectangle ScrollView ScrollViewReader Section SecureField
    SettingsLink ShareLink Slider Spacer Stepper SubscriptionView Subview SubviewsCollection
    Tab Table TableColumn TableRow TabSection TabView Text TextEditor TextField TextFieldLink
    TimelineView Toggle ToolbarItem ToolbarItemGroup ToolbarSpacer TupleView
    UnevenRoundedRectangle ViewThatFits VSplitView VStack WindowVisibilityToggle ZStack
    """)

  /// The modifiers of `View`.
  static let modifiers = names(
    """
    accentColor accessibility accessibilityAction accessibilityActions
    accessibilityActivationPoint accessibilityAddTraits accessibilityAdjustableAction
    accessibilityChartDescriptor accessibilityChildren accessibilityCustomContent
    accessibilityDefaultFocus accessibilityDirectTouch accessibilityDragPoint
    accessibilityDropPoint accessibilityElement accessibilityFocused accessibilityHeading
    accessibilityHidden accessibilityHint accessibilityIdentifier
    accessibilityIgnoresInvertColors accessibilityInputLabels accessibilityLabel
    accessibilityLabeledPair accessibilityLinkedGroup accessibilityQuickAction
    accessibilityRemoveTraits accessibilityRepresentation
    accessibilityRespondsToUserInteraction accessibilityRotor accessibilityRotorEntry
    accessibilityScrollAction accessibilityScrollStatus accessibilityShowsLargeContentViewer
    accessibilitySortPriority accessibilityTextContentType accessibilityValue
    accessibilityZoomAction actionSheet alert alignmentGuide allowedDynamicRange
    allowsHitTesting allowsTightening allowsWindowActivationEvents alternatingRowBackgrounds
    anchorPreference animation aspectRatio autocapitalization autocorrectionDisabled background
    backgroundExtensionEffect backgroundPreferenceValue backgroundStyle badge badgeProminence
    baselineOffset blendMode blur bold border brightness buttonBorderShape buttonRepeatBehavior
    buttonSizing buttonStyle clipped clipShape colorEffect colorInvert colorMultiply
    colorScheme compositingGroup confirmationDialog containerBackground containerRelativeFrame
    containerShape containerValue contentCaptureProtected contentMargins contentShape
    contentToolbar contentTransition contextMenu contrast controlGroupStyle controlSize
    coordinateSpace copyable cornerRadius cuttable datePickerStyle
    defaultAdaptableTabBarPlacement defaultAppStorage defaultFocus defaultHoverEffect
    defaultScrollAnchor defaultWheelPickerItemHeight defersSystemGestures deleteDisabled
    dialogIcon dialogSeverity dialogSuppressionToggle digitalCrownAccessory
    digitalCrownRotation disableAutocorrection disabled disclosureGroupStyle
    dismissalConfirmationDialog distortionEffect documentBrowserContextMenu dragConfiguration
    dragContainer dragContainerSelection draggable dragPreviewsFormation drawingGroup
    dropConfiguration dropDestination dynamicTypeSize edgesIgnoringSafeArea environment
    environmentObject equatable exportableToServices exportsItemProviders
    fileDialogBrowserOptions fileDialogConfirmationLabel fileDialogCustomizationID
    fileDialogDefaultDirectory fileDialogImportsUnresolvedAliases fileDialogMessage
    fileDialogURLEnabled fileExporter fileExporterFilenameLabel fileImporter fileMover
    findDisabled findNavigator fixedSize flipsForRightToLeftLayoutDirection focusable focused
    focusedObject focusedSceneObject focusedSceneValue focusedValue focusEffectDisabled
    focusScope focusSection font fontDesign fontWeight fontWidth foregroundColor
    foregroundStyle formStyle frame fullScreenCover gaugeStyle geometryGroup gesture
    glassEffect glassEffectID glassEffectTransition glassEffectUnion grayscale gridCellAnchor
    gridCellColumns gridCellUnsizedAxes gridColumnAlignment groupBoxStyle handGestureShortcut
    handlesExternalEvents headerProminence help hidden highPriorityGesture
    horizontalRadioGroupLayout hoverEffect hoverEffectDisabled hoverEffectGroup hueRotation id
    ignoresSafeArea imageScale immersiveEnvironmentPicker importableFromServices
    importsItemProviders indexViewStyle inspector inspectorColumnWidth
    interactionActivityTrackingTag interactiveDismissDisabled invalidatableContent italic
    itemProvider kerning keyboardShortcut keyboardType keyframeAnimator labeledContentStyle
    labelIconToTitleSpacing labelReservedIconWidth labelsHidden labelStyle labelsVisibility
    layerEffect layoutDirectionBehavior layoutPriority layoutValue lineHeight lineLimit
    lineSpacing listItemTint listRowBackground listRowHoverEffect listRowHoverEffectDisabled
    listRowInsets listRowPlatterColor listRowSeparator listRowSeparatorTint listRowSpacing
    listSectionIndexVisibility listSectionMargins listSectionSeparator listSectionSeparatorTint
    listSectionSpacing listStyle luminanceToAlpha mask matchedGeometryEffect
    matchedTransitionSource materialActiveAppearance menuActionDismissBehavior menuButtonStyle
    menuIndicator menuOrder menuStyle minimumScaleFactor modifier modifierKeyAlternate
    monospaced monospacedDigit moveDisabled multilineTextAlignment
    navigationBarBackButtonHidden navigationBarHidden navigationBarItems navigationBarTitle
    navigationBarTitleDisplayMode navigationDestination navigationDocument
    navigationLinkIndicatorVisibility navigationSplitViewColumnWidth navigationSplitViewStyle
    navigationSubtitle navigationTitle navigationTransition navigationViewStyle offset onAppear
    onChange onCommand onContinueUserActivity onContinuousHover onCopyCommand onCutCommand
    onDeleteCommand onDisappear onDrag onDragSessionUpdated onDrop onDropSessionUpdated
    onExitCommand onGeometryChange onHover onKeyPress onLongPressGesture onLongTouchGesture
    onModifierKeysChanged onMoveCommand onOpenURL onPasteCommand onPencilDoubleTap
    onPencilSqueeze onPlayPauseCommand onPreferenceChange onReceive onScrollGeometryChange
    onScrollPhaseChange onScrollTargetVisibilityChange onScrollVisibilityChange onSubmit
    onTapGesture onVolumeViewpointChange onWorldRecenter opacity ornament overlay
    overlayPreferenceValue padding pageCommand paletteSelectionEffect pasteDestination
    persistentSystemOverlays phaseAnimator pickerStyle pointerStyle pointerVisibility popover
    position preference preferredColorScheme prefersDefaultFocus presentationBackground
    presentationBackgroundInteraction presentationCompactAdaptation
    presentationContentInteraction presentationCornerRadius presentationDetents
    presentationDragIndicator presentationSizing presentedWindowStyle
    presentedWindowToolbarStyle previewContext previewDevice previewDisplayName
    previewInterfaceOrientation previewLayout privacySensitive progressViewStyle
    projectionEffect redacted refreshable renameAction replaceDisabled rotation3DEffect
    rotationEffect safeAreaBar safeAreaInset safeAreaPadding saturation scaledToFill
    scaledToFit scaleEffect scenePadding scrollBounceBehavior scrollClipDisabled
    scrollContentBackground scrollDisabled scrollDismissesKeyboard scrollEdgeEffectDisabled
    scrollEdgeEffectStyle scrollIndicators scrollIndicatorsFlash scrollInputBehavior
    scrollPosition scrollTargetBehavior scrollTargetLayout scrollTransition searchable
    searchCompletion searchDictationBehavior searchFocused searchPresentationToolbarBehavior
    searchScopes searchSuggestions searchToolbarBehavior sectionActions sectionIndexLabel
    selectionDisabled sensoryFeedback shadow sheet simultaneousGesture sliderThumbVisibility
    speechAdjustedPitch speechAlwaysIncludesPunctuation speechAnnouncementsQueued
    speechSpellsOutCharacters springLoadingBehavior statusBar statusBarHidden strikethrough
    submitLabel submitScope supportedVolumeViewpoints swipeActions symbolColorRenderingMode
    symbolEffect symbolEffectsRemoved symbolRenderingMode symbolVariableValueMode symbolVariant
    tabBarMinimizeBehavior tabItem tableColumnHeaders tableStyle tabViewBottomAccessory
    tabViewCustomization tabViewSearchActivation tabViewSidebarBottomBar tabViewSidebarFooter
    tabViewSidebarHeader tabViewStyle tag task textCase textContentType textEditorStyle
    textFieldStyle textInputAutocapitalization textInputCompletion
    textInputFormattingControlVisibility textInputSuggestions textRenderer textScale
    textSelection textSelectionAffinity tint toggleStyle toolbar toolbarBackground
    toolbarBackgroundVisibility toolbarColorScheme toolbarForegroundStyle toolbarItemHidden
    toolbarRole toolbarTitleDisplayMode toolbarTitleMenu toolbarVisibility touchBar
    touchBarCustomizationLabel touchBarItemPresence touchBarItemPrincipal tracking transaction
    transformAnchorPreference transformEffect transformEnvironment transformPreference
    transition truncationMode typeSelectEquivalent typesettingLanguage underline unredacted
    userActivity visualEffect windowDismissBehavior windowFullScreenBehavior
    windowMinimizeBehavior windowResizeAnchor windowResizeBehavior
    windowToolbarFullScreenVisibility writingDirection writingToolsAffordanceVisibility
    writingToolsBehavior zIndex
    """)

  private static func names(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }
}
