package com.example;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.AuthorityAuthorizationDecision;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.server.resource.web.BearerTokenAuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class App {
    static final String issuer = System.getenv().getOrDefault("LATCHKEY_URL", "http://localhost:8080");
    static final URI resource = URI.create(System.getenv().getOrDefault("RESOURCE", "http://localhost:4000/orders"));
    static final String metadataUrl =
            resource.resolve("/.well-known/oauth-protected-resource" + resource.getPath()).toString();

    public static void main(String[] arguments) {
        System.setProperty("server.port", String.valueOf(resource.getPort()));
        SpringApplication.run(App.class, arguments);
    }

    @Bean
    JwtDecoder decoder() {
        var decoder = NimbusJwtDecoder.withJwkSetUri(issuer + "/.well-known/jwks.json")
                .jwsAlgorithm(SignatureAlgorithm.ES256)
                .validateType(false) // Spring would insist on typ JWT; the next line asks for at+jwt.
                .build();
        var rules = JwtValidators.createAtJwtValidator().issuer(issuer).audience(resource.toString());
        decoder.setJwtValidator(rules.build());
        return decoder;
    }

    @Bean
    SecurityFilterChain chain(HttpSecurity http) throws Exception {
        var challenge = new BearerTokenAuthenticationEntryPoint();
        challenge.setResourceMetadataParameterResolver(request -> metadataUrl);
        return http.csrf(csrf -> csrf.disable())
                .authorizeHttpRequests(requests -> requests
                        .requestMatchers("/.well-known/**", "/error").permitAll()
                        .requestMatchers(HttpMethod.GET, resource.getPath()).hasAuthority("SCOPE_orders:read")
                        .requestMatchers(HttpMethod.POST, resource.getPath()).hasAuthority("SCOPE_orders:write")
                        .anyRequest().denyAll())
                .oauth2ResourceServer(server -> server
                        .jwt(jwt -> {})
                        .authenticationEntryPoint(challenge)
                        .accessDeniedHandler(App::tooLittle)
                        .protectedResourceMetadata(metadata -> metadata.protectedResourceMetadataCustomizer(
                                document -> document.resource(resource.toString())
                                        .authorizationServer(issuer)
                                        .tlsClientCertificateBoundAccessTokens(false)
                                        .scope("orders:read")
                                        .scope("orders:write"))))
                .build();
    }

    static void tooLittle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied) {
        var missing = denied instanceof AuthorizationDeniedException reason
                        && reason.getAuthorizationResult() instanceof AuthorityAuthorizationDecision decision
                ? decision.getAuthorities().iterator().next().getAuthority().replace("SCOPE_", "")
                : "";
        response.setStatus(HttpStatus.FORBIDDEN.value());
        response.setHeader("WWW-Authenticate",
                "Bearer error=\"insufficient_scope\", scope=\"%s\", resource_metadata=\"%s\"".formatted(missing, metadataUrl));
    }

    @GetMapping("/orders")
    Map<String, Object> readOrders(@AuthenticationPrincipal Jwt token) {
        return Map.of("person", token.getSubject(), "orders", List.of(Map.of("id", 1, "item", "A teapot")));
    }

    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.CREATED)
    Map<String, Object> addOrder() {
        return Map.of("id", 2);
    }
}
